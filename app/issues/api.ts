import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { refuse } from '../../platform/http/refusal.ts';
import { route } from '../../platform/http/route.ts';
import type { Tenant } from '../../platform/tenant.ts';
import { connectionNamed } from '../connections/queries.ts';
import { linkProduct, unlinkProduct } from '../connector-products/commands.ts';
import { mapLocation } from '../mappings/locations/commands.ts';
import { saveShippingOptions } from '../mappings/shipping-options/commands.ts';
import { countedWords } from '../ui/counted-words.ts';
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
  route(app, linkLineCall, async ({ inTenant, body: { connector_product: product } }) => {
    const { waiting, message } = await inTenant((tenant) =>
      product.product_id === null ? unlink(tenant, product) : link(tenant, product),
    );
    return { message, alert_type: 'success', waiting };
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

type Product = z.output<NonNullable<typeof linkLineCall.body>>['connector_product'];
type Linked = { waiting: number; message: string };

async function link(
  tenant: Tenant,
  { connection_id: connectionId, connector_product_sku: sku, product_id: productId }: Product,
): Promise<Linked> {
  if (connectionId === undefined || sku === undefined || productId === null) throw unknownProduct();
  const { waiting } = await linkProduct(tenant, { connectionId, sku, productId });
  return { waiting, message: `Portal SKU was mapped successfully.${wentOn(waiting)}` };
}

async function unlink(tenant: Tenant, { id }: Product): Promise<Linked> {
  if (id === undefined) throw unknownProduct();
  const { stopped } = await unlinkProduct(tenant, id);
  return { waiting: stopped, message: `The product is unlinked. ${countedWords(stopped, 'order')} now wait for a link.` };
}

const unknownProduct = () => refuse(404, 'not_found', 'This product does not exist.');
