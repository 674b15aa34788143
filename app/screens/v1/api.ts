import type { FastifyInstance } from 'fastify';
import { connectionsApi } from './connections/calls.ts';
import { eventsApi } from './events/calls.ts';
import { issuesApi } from './issues/calls.ts';
import { keyApi } from './key/calls.ts';
import { ordersApi } from './orders/calls.ts';
import { productsApi } from './products/calls.ts';
import { purchaseOrdersApi } from './purchase-orders/calls.ts';

/** Every call of `/v1`, a line a noun. */
export function v1Api(app: FastifyInstance): void {
  keyApi(app);
  ordersApi(app);
  issuesApi(app);
  productsApi(app);
  purchaseOrdersApi(app);
  connectionsApi(app);
  eventsApi(app);
}
