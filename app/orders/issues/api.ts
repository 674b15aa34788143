import type { FastifyInstance } from 'fastify';
import { refuse } from '../../../platform/http/refusal.ts';
import { route } from '../../../platform/http/route.ts';
import { connectionNamed } from '../../connections/queries.ts';
import { linkProduct, unlinkProduct } from '../../connector-products/commands.ts';
import { mapLocation } from '../../mappings/locations/commands.ts';
import { saveShippingOptions } from '../../mappings/shipping-options/commands.ts';
import { countedWords } from '../words.ts';
import { issueRemedyCall, linkLineCall, listCausesCall, mapLocationCall, mapShippingCall } from './contract.ts';
import { listCauses, remedyHints } from './queries.ts';

const wentOn = (waiting: number) => (waiting > 0 ? ` ${countedWords(waiting, 'waiting order')} checked again.` : '');

export function issuesApi(app: FastifyInstance): void {
  route(app, listCausesCall, ({ inTenant }) => inTenant(listCauses));
  route(app, issueRemedyCall, async ({ inTenant, query }) => {
    const hints = await inTenant((tenant) => remedyHints(tenant, query));
    if (!hints) throw refuse(404, 'not_found', 'This connection does not exist.');
    return hints;
  });
  route(app, linkLineCall, async ({ inTenant, body }) => {
    const { id, connection_id: connectionId, connector_product_sku: sku, product_id: productId } = body.connector_product;
    if (productId === null) {
      if (id === undefined) throw refuse(404, 'not_found', 'This product does not exist.');
      const { stopped } = await inTenant((tenant) => unlinkProduct(tenant, id));
      return {
        message: `The product is unlinked. ${countedWords(stopped, 'order')} now wait for a link.`,
        alert_type: 'success',
        waiting: stopped,
      };
    }
    if (connectionId === undefined || sku === undefined) throw refuse(404, 'not_found', 'This product does not exist.');
    const { waiting } = await inTenant((tenant) => linkProduct(tenant, { connectionId, sku, productId }));
    return { message: `Portal SKU was mapped successfully.${wentOn(waiting)}`, alert_type: 'success', waiting };
  });
  route(app, mapShippingCall, async ({ inTenant, params, body }) =>
    inTenant(async (tenant) => {
      const { id } = await connectionNamed(tenant, params.name);
      const { waiting } = await saveShippingOptions(tenant, id, body.codes);
      return { message: `Shipping options were saved.${wentOn(waiting)}`, waiting };
    }),
  );
  route(app, mapLocationCall, async ({ inTenant, params, body }) =>
    inTenant(async (tenant) => {
      const { id } = await connectionNamed(tenant, params.name);
      let waiting = 0;
      for (const { internal_id, amware_location } of body.locations) {
        waiting += (await mapLocation(tenant, { connectionId: id, internalId: internal_id, amwareLocation: amware_location })).waiting;
      }
      return { message: `Locations were saved.${wentOn(waiting)}`, waiting };
    }),
  );
}
