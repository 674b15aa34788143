import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { refuse } from '../../platform/http/refusal.ts';
import { route } from '../../platform/http/route.ts';
import type { Tenant } from '../../platform/tenant.ts';
import type { Undoable } from '../mapping-saves/contract.ts';
import { checkedAgain } from '../orders/checking/words.ts';
import { countedWords } from '../ui/counted-words.ts';
import { linkProduct, unlinkProduct } from './commands.ts';
import { linkProductCall, mapLineItemCall, readLinkCall, skuMapped } from './contract.ts';
import { mapLineItem } from './map-line-item.ts';
import { readLink } from './queries.ts';

export function connectorProductsApi(app: FastifyInstance): void {
  route(app, linkProductCall, async ({ inTenant, body: { connector_product: product } }) => {
    const { waiting, message, undo } = await inTenant((tenant) =>
      product.product_id === null ? unlink(tenant, product) : link(tenant, product),
    );
    return { message, alert_type: 'success', waiting, undo };
  });
  route(app, readLinkCall, ({ inTenant, query: { connection_id: connectionId, sku } }) =>
    inTenant((tenant) => readLink(tenant, { connectionId, sku })),
  );
  route(app, mapLineItemCall, async ({ inTenant, body }) => {
    const { line, waiting, undo } = await inTenant((tenant) => mapLineItem(tenant, body));
    return { ...line, message: skuMapped, alert_type: 'success', waiting, undo };
  });
}

type Product = z.output<NonNullable<typeof linkProductCall.body>>['connector_product'];
type Linked = { waiting: number; message: string; undo: Undoable };

async function link(
  tenant: Tenant,
  { connection_id: connectionId, connector_product_sku: sku, product_id: productId }: Product,
): Promise<Linked> {
  if (connectionId === undefined || sku === undefined || productId === null) throw unknownProduct();
  const { waiting, undo } = await linkProduct(tenant, { connectionId, sku, productId });
  return { waiting, message: `${skuMapped}.${checkedAgain(waiting)}`, undo };
}

async function unlink(tenant: Tenant, { id }: Product): Promise<Linked> {
  if (id === undefined) throw unknownProduct();
  const { stopped, undo } = await unlinkProduct(tenant, id);
  return {
    waiting: stopped,
    message: `The product is unlinked. ${countedWords(stopped, 'order now waits', 'orders now wait')} for a link.`,
    undo,
  };
}

const unknownProduct = () => refuse(404, 'not_found', 'This product does not exist.');
