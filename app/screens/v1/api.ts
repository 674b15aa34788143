import type { FastifyInstance } from 'fastify';
import type { Services } from '../../people/accounts/services.ts';
import { versions } from '../../people/keys/versions.ts';
import { connectionsApi } from './account/connections.ts';
import { keyApi } from './account/key.ts';
import { eventsApi } from './events/calls.ts';
import { exportsApi } from './files/exports.ts';
import { importsApi } from './files/imports.ts';
import { issuesApi } from './issues/calls.ts';
import { linksApi } from './matching/links.ts';
import { mappingsApi } from './matching/mappings.ts';
import { tagsApi } from './matching/tags.ts';
import { ordersApi } from './orders/calls.ts';
import { productsApi } from './products/calls.ts';
import { purchaseOrdersApi } from './purchase-orders/calls.ts';
import { receiptsApi } from './purchase-orders/receipts.ts';
import { runsApi } from './runs/calls.ts';
import { shipmentsApi } from './shipments/calls.ts';
import { shopApi } from './shop/calls.ts';
import { ticketsApi } from './tickets/calls.ts';
import { versionChanges } from './versions/changes.ts';
import { serveVersions } from './versions/serve.ts';

/** Every call of `/v1`, a line a noun. */
export function v1Api(app: FastifyInstance, { files }: Services): void {
  serveVersions(app, { versions, changes: versionChanges });
  keyApi(app);
  ordersApi(app);
  shipmentsApi(app);
  shopApi(app);
  issuesApi(app);
  productsApi(app);
  linksApi(app);
  mappingsApi(app);
  tagsApi(app);
  purchaseOrdersApi(app);
  receiptsApi(app);
  connectionsApi(app);
  importsApi(app);
  exportsApi(app, files);
  runsApi(app);
  ticketsApi(app);
  eventsApi(app);
}
