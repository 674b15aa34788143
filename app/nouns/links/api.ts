import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { route } from '../../../platform/http/route.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { countedWords } from '../../ui/words/counted-words.ts';
import type { Undoable } from '../mappings/saves/contract.ts';
import { checkedAgain } from '../order-flow/checking/words.ts';
import { goesOnToSell } from '../stock-out/panels/goes-on.ts';
import { linkProductCall, mapLineItemCall, readLinkCall, skuMapped } from './contract.ts';
import { readLink } from './queries.ts';
import { seenIn } from './saving/as-seen.ts';
import { type Listing, linkProduct, listingWithId, unlinkProduct } from './saving/commands.ts';
import { mapLineItem } from './saving/map-line-item.ts';
import { tookOver } from './saving/units-of-another.ts';

export function connectorProductsApi(app: FastifyInstance): void {
  route(app, linkProductCall, async ({ inTenant, body: { connector_product: product } }) => {
    const { waiting, message, undo } = await inTenant((tenant) =>
      product.product_id === null ? unlink(tenant, product) : link(tenant, { ...product, product_id: product.product_id }),
    );
    return { message, alert_type: 'success', waiting, undo };
  });
  route(app, readLinkCall, ({ reading, query: { connection_id: connectionId, sku } }) =>
    reading((tenant) => readLink(tenant, { connectionId, sku })),
  );
  route(app, mapLineItemCall, async ({ inTenant, body }) => {
    const { line, waiting, undo, kept } = await inTenant((tenant) => mapLineItem(tenant, body));
    const message = kept === null ? skuMapped : `${skuMapped}.${tookOver(kept)}`;
    return { ...line, message, alert_type: 'success', waiting, undo };
  });
}

type Product = z.output<NonNullable<typeof linkProductCall.body>>['connector_product'];
type Saved = { waiting: number; message: string; undo: Undoable };

async function link(tenant: Tenant, product: Product & { product_id: number }): Promise<Saved> {
  const { product_id: productId, units_per_sale: units } = product;
  const { waiting, undo, kept } = await linkProduct(tenant, {
    ...(await listingOf(tenant, product)),
    productId,
    units,
    ...seenIn(product),
  });
  const more = `${tookOver(kept)}${waiting > 0 ? checkedAgain(waiting) : ''}`;
  return { waiting, message: more === '' ? skuMapped : `${skuMapped}.${more}`, undo };
}

/** Says how many orders stopped with a link, as a sentence that follows another. */
export const nowWaiting = (stopped: number) =>
  stopped === 0 ? '' : ` ${countedWords(stopped, 'order now waits', 'orders now wait')} for a link.`;

async function unlink(tenant: Tenant, product: Product): Promise<Saved> {
  const { stopped, sent, undo } = await unlinkProduct(tenant, { ...(await listingOf(tenant, product)), ...seenIn(product) });
  return {
    waiting: stopped,
    message: `The product is unlinked.${nowWaiting(stopped)}${sent ? ` ${goesOnToSell('The channel', sent)}` : ''}`,
    undo,
  };
}

/** The connection and SKU that a request names; the schema requires both where there is no id. @throws Refusal 404 */
export async function listingOf(tenant: Tenant, { id, connector_id, connector_product_sku }: Partial<Product>): Promise<Listing> {
  if (id !== undefined) return listingWithId(tenant, id);
  return { connectionId: connector_id as number, sku: connector_product_sku as string };
}
