import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { bodiesFor } from '../kit/bodies.ts';
import type { Kept } from '../kit/collection.ts';
import { byId, bySku, listRoute, recordRoutes } from '../kit/resource.ts';
import { renderProduct, type WooProduct } from './product.ts';
import { invalid, refusalsOf, refuse, type ShopAccount, type ShopOf, wpError, wpList } from './replies.ts';

const refusals = refusalsOf('product');
const managed = { id: z.number().int(), manage_stock: z.boolean().optional(), stock_quantity: z.number().int().nullable().optional() };
const batch = z.object({ update: z.array(z.object(managed)) });

export function productRoutes(app: FastifyInstance, shopOf: ShopOf) {
  const list = wpList<Kept<WooProduct>>();
  listRoute(app, shopOf, refusals, {
    ...{ ...list, path: '/products', operation: 'list_products', render: renderProduct },
    // By SKU variations are found too; all other lists have what stands at the top alone.
    of: ({ products }, { query }) => products.all().filter(({ parent }) => parent === 0 || 'sku' in (query as object)),
    filters: { ...list.filters, sku: bySku, include: byId },
  });
  listRoute(app, shopOf, refusals, {
    ...{ ...list, path: '/products/:id/variations', operation: 'list_variations', render: renderProduct },
    of: ({ products }, { params }) => {
      const above = products.get((params as { id: string }).id);
      return above ? products.all().filter(({ parent }) => parent === above.id) : null;
    },
  });
  const below = recordRoutes<ShopAccount, number>(app, shopOf, refusals, (_shop, id = '0') => Number(id));
  below('POST', '/products/batch', 'set_stock', update);
  below('POST', '/products/:id/variations/batch', 'set_stock', update);
}

/** Each is done or refused by itself, under a 200. A variation is not found without the product above it. */
const update = bodiesFor<ShopAccount, number>()(batch, invalid('update'), (body, parent, { products }, _, reply) => {
  if (body.update.length > 100)
    return refuse(reply, 413, 'woocommerce_rest_request_entity_too_large', 'Unable to accept more than 100 items for this request.');
  const update = body.update.map(({ id, manage_stock, stock_quantity }) => {
    const product = products.get(id);
    if (!product || (parent > 0 && product.parent !== parent))
      return { id, error: wpError(400, 'woocommerce_rest_product_invalid_id', 'Invalid ID.').body };
    // A quantity is kept of managed stock alone.
    const isManaged = manage_stock ?? product.stock !== null;
    products.change(product, { stock: isManaged ? (stock_quantity ?? product.stock ?? 0) : null });
    return renderProduct(product);
  });
  return { update };
});
