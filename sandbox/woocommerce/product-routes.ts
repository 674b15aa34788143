import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Kept } from '../kit/collection.ts';
import { listRoute } from '../kit/resource.ts';
import { renderProduct, type WooProduct } from './product.ts';
import { invalidParam, refusalsOf, refuse, type ShopAccount, type ShopOf, wpError, wpList } from './replies.ts';

type ById = { Params: { id: string } };
const refusals = refusalsOf('product');
const batch = z.object({
  update: z.array(
    z.object({ id: z.number().int(), manage_stock: z.boolean().optional(), stock_quantity: z.number().int().nullable().optional() }),
  ),
});
const most = 100;

export function productRoutes(app: FastifyInstance, shopOf: ShopOf) {
  const list = wpList<Kept<WooProduct>>();
  listRoute(app, shopOf, refusals, {
    ...{ ...list, path: '/products', operation: 'list_products', render: renderProduct },
    // By SKU variations are found too; all other lists have what stands at the top alone.
    of: ({ products }, { query }) => products.all().filter(({ parent }) => parent === 0 || 'sku' in (query as object)),
    filters: {
      ...list.filters,
      sku: (value) => {
        const skus = value.toLowerCase().split(',');
        return ({ sku }) => sku !== '' && skus.includes(sku.toLowerCase());
      },
    },
  });
  listRoute(app, shopOf, refusals, {
    ...{ ...list, path: '/products/:id/variations', operation: 'list_variations', render: renderProduct },
    of: ({ products }, { params }) => {
      const above = products.get((params as { id: string }).id);
      return above ? products.all().filter(({ parent }) => parent === above.id) : null;
    },
  });
  app.post('/products/batch', { config: { operation: 'set_stock' } }, (request, reply) => update(shopOf(request), 0, request.body, reply));
  app.post<ById>('/products/:id/variations/batch', { config: { operation: 'set_stock' } }, (request, reply) =>
    update(shopOf(request), Number(request.params.id), request.body, reply),
  );
}

/** Each is done or refused by itself, under a 200. A variation is not found without the product above it. */
function update({ products }: ShopAccount, parent: number, sent: unknown, reply: FastifyReply) {
  const body = batch.safeParse(sent);
  if (!body.success) return invalidParam(reply, 'update');
  if (body.data.update.length > most)
    return refuse(reply, 413, 'woocommerce_rest_request_entity_too_large', `Unable to accept more than ${most} items for this request.`);
  return {
    update: body.data.update.map(({ id, manage_stock, stock_quantity }) => {
      const product = products.get(id);
      if (!product || (parent > 0 && product.parent !== parent))
        return { id, error: wpError(400, 'woocommerce_rest_product_invalid_id', 'Invalid ID.').body };
      // A quantity is kept of managed stock alone.
      const isManaged = manage_stock ?? product.stock !== null;
      products.change(product, { stock: isManaged ? (stock_quantity ?? product.stock ?? 0) : null });
      return renderProduct(product);
    }),
  };
}
