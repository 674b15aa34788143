import type { Shop } from '../shop.ts';
import { newOrder } from './orders.ts';
import type { Records } from './records.ts';

let count = 0;
type Kind = 'products' | 'raw_materials';

const mug = async ({ find }: Shop) => ({ id: await find(`select id from products where account_id = $1 and sku = 'MUG-BLUE'`) });
const material = async ({ find }: Shop) => ({ id: await find('select id from raw_materials where account_id = $1') });
const newItem =
  (kind: Kind) =>
  async ({ call }: Shop) => ({
    id: (await call('POST', `/api/${kind}`, { sku: `NEW-${++count}`, name: 'New' })).id,
  });
const category =
  (kind: Kind) =>
  async ({ call }: Shop) => ({
    id: (await call('POST', `/api/${kind}/categories/create`, { category: `Category ${++count}` })).id,
  });
/** Blue mugs as ShipStation lists them, linked to nothing. */
async function listing({ find, connection }: Shop, sku = 'MUG-BLUE'): Promise<number> {
  const text = `insert into connector_products (account_id, connection_id, connector_product_sku, name) values ($1, $2, $3, 'Blue mug')
    on conflict (account_id, connection_id, connector_product_sku) do update set product_id = null, deleted_at = null returning id`;
  return find(text, await connection('ship_station'), sku);
}
const listed = async (shop: Shop) => ({ id: await listing(shop) });
/** A link that was saved a moment ago. */
async function saved(shop: Shop): Promise<{ id: number }> {
  const connector_product = { id: await listing(shop, `UNDO-${++count}`), product_id: (await mug(shop)).id };
  return { id: (await shop.call('POST', '/api/connector-products', { connector_product })).undo.id };
}
const profile = async ({ connection }: Shop) => ({ profiles: [`${await connection('channel_advisor')}-12000001`] });
const itself = ({ accountId }: Shop) => ({ accountId });

const ofItems = (kind: Kind, one: typeof mug): Records => ({
  [`PUT /api/${kind}/:id/image`]: one,
  [`DELETE /api/${kind}/:id/image`]: one,
  [`POST /api/${kind}/categories/update`]: category(kind),
  [`DELETE /api/${kind}/categories/delete/:id`]: category(kind),
  [`GET /api/${kind}/categories/delete/:id`]: category(kind),
  [`POST /api/${kind}/bulk-action`]: async (shop) => ({ ids: [(await one(shop)).id] }),
  [`PUT /api/${kind}/:id`]: newItem(kind),
  [`POST /api/${kind}/:id/give-back`]: async (shop) => {
    const { id } = await one(shop);
    await shop.own.sql(`update ${kind} set named_at = now() where id = $1`, [id]);
    await shop.call('PUT', `/api/${kind}/${id}`, { name: 'Called otherwise here' });
    return { id };
  },
  [`GET /api/${kind}/:id/stock-history`]: one,
  [`DELETE /api/${kind}/:id`]: newItem(kind),
});

export const ofGoods: Records = {
  ...ofItems('products', mug),
  ...ofItems('raw_materials', material),
  'GET /api/products-by-account/:accountId': itself,
  'GET /api/products/export/:accountId': itself,
  'POST /api/products/export/:accountId': itself,
  'GET /api/products/:id/stock-pushes': mug,
  'POST /api/channel-advisor/upload-product': async (shop) => ({ productId: (await mug(shop)).id, ...(await profile(shop)) }),
  'POST /api/channel-advisor/upload-products': async (shop) => ({ productIds: [(await mug(shop)).id], ...(await profile(shop)) }),
  'POST /api/connector-products': async (shop) => {
    await listing(shop);
    return { connector_id: await shop.connection('ship_station'), product_id: (await mug(shop)).id };
  },
  'GET /api/connector-products/link': async (shop) => {
    await listing(shop);
    return { connection_id: await shop.connection('ship_station') };
  },
  'POST /api/connector-products/line-item-map': async (shop) => {
    const { line, product } = await newOrder(shop);
    return { lineItemId: line, productId: product, connectorId: await shop.connection('ship_station') };
  },
  'POST /api/connector-products/delete': listed,
  'POST /api/connectors/:name/products/equal': async (shop) => ({ ...(await listed(shop)), product_id: (await mug(shop)).id }),
  'PUT /api/connector-products/:id/buffer': listed,
  'POST /api/mapping-saves/:id/undo': saved,
  'POST /api/mapping-saves/preview': async (shop) => {
    await listing(shop);
    return { product_id: (await mug(shop)).id };
  },
};
