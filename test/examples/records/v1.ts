import { addIssues } from '../../shop/rows.ts';
import type { Values } from '../fill.ts';
import type { Shop } from '../shop.ts';
import { newOrder } from './orders.ts';
import { after, bought, refused } from './purchases.ts';

const order = async (shop: Shop) => ({ id: (await newOrder(shop)).id });
/** One that is so already. */
const orderThat = (facts: string) => async (shop: Shop) => {
  const { id } = await newOrder(shop);
  await shop.own.sql(`update orders set ${facts} where id = $1`, [id]);
  return { id };
};

type Issue = { type: string; subject?: string; sentence?: object };

/** An issue of an order. */
async function issue(shop: Shop, facts: Issue, ofOrder?: string): Promise<{ id: number; product: number }> {
  const { own, accountId, find } = shop;
  const { id, product } = await newOrder(shop);
  if (ofOrder) await own.sql(`update orders set ${ofOrder} where id = $1`, [id]);
  const connection_id = await shop.connection('ship_station');
  await addIssues(own, accountId, [{ order_id: id, connection_id, ...facts }]);
  return { id: await find('select id from issues where account_id = $1 and order_id = $2', id), product };
}
const unmapped = (facts: Issue) => async (shop: Shop) => ({ id: (await issue(shop, facts)).id, waiting: 99 });

const lacking = {
  type: 'address_incomplete',
  subject: 'address',
  sentence: { code: 'address_lacks', fields: ['country'], unknown: 'Germany' },
};
const german = `city = 'Berlin', state = null, postal_code = '10115', country = 'Germany'`;

const purchase = async (shop: Shop) => ({ id: (await bought(shop)).id });
const purchaseThat = (facts: string) => async (shop: Shop) => {
  const { id } = await bought(shop);
  await shop.own.sql(`update purchase_orders set ${facts} where id = $1`, [id]);
  return { id };
};

let listings = 0;
/** What a channel sells, linked to nothing. */
async function listing(shop: Shop, sku = `LISTED-${++listings}`): Promise<number> {
  const text = `insert into connector_products (account_id, connection_id, connector_product_sku) values ($1, $2, $3)
    on conflict (account_id, connection_id, connector_product_sku) do update set product_id = null returning id`;
  return shop.find(text, await shop.connection('ship_station'), sku);
}

/** What the examples of /v1 that change one record stand for: by their call, what makes it or finds it. */
export const ofV1: Record<string, (shop: Shop) => Promise<Values>> = {
  'PATCH /v1/orders/:id': order,
  'POST /v1/orders/:id/assign': async (shop) => ({ ...(await order(shop)), assignee_id: shop.ann.userId }),
  'POST /v1/orders/:id/cancel': order,
  'POST /v1/orders/:id/hold': order,
  'POST /v1/orders/:id/unhold': orderThat('on_hold = true'),
  'POST /v1/orders/:id/lock': order,
  'POST /v1/orders/:id/unlock': orderThat('locked = true'),
  'POST /v1/orders/:id/retry': order,
  'POST /v1/orders/:id/tags': order,
  'POST /v1/issues/:id/decision': async (shop) => ({ id: (await issue(shop, { type: 'rejected_by_warehouse' })).id }),
  'POST /v1/issues/:id/accept-address': async (shop) => {
    const { id } = await issue(shop, lacking, german);
    const revision = await shop.find(
      'select revision from orders where account_id = $1 and id = (select order_id from issues where id = $2)',
      id,
    );
    return { id, revision };
  },
  'POST /v1/issues/:id/link': async (shop) => {
    await listing(shop, 'MUG-NEW');
    const { id, product } = await issue(shop, { type: 'unmapped_sku', subject: 'MUG-NEW' });
    return { id, product_id: product, waiting: 99 };
  },
  'POST /v1/issues/:id/map-shipping': unmapped({ type: 'unmapped_shipping', subject: 'drone' }),
  'POST /v1/issues/:id/map-location': async (shop) => {
    const text = `insert into location_mappings (account_id, connection_id, internal_id, connector_location) values ($1, $2, 'loc-9', 'West')
      returning id`;
    await shop.find(text, await shop.connection('ship_station'));
    return unmapped({ type: 'unmapped_location', subject: 'loc-9' })(shop);
  },
  'POST /v1/links': async (shop) => {
    await listing(shop, 'MUG-BLUE');
    const connection_id = await shop.connection('ship_station');
    return { connection_id, product_id: await shop.find(`select id from products where account_id = $1 and sku = 'MUG-BLUE'`) };
  },
  'PATCH /v1/links/:id': async (shop) => ({
    id: await shop.find(`select id from connector_products where account_id = $1 and product_id is not null`),
  }),
  'DELETE /v1/links/:id': async (shop) => ({ id: await listing(shop) }),
  'PATCH /v1/products/:id': async (shop) => ({ id: await shop.find('select id from products where account_id = $1') }),
  'POST /v1/purchase-orders/:id/hold': purchase,
  'POST /v1/purchase-orders/:id/unhold': after('hold'),
  'POST /v1/purchase-orders/:id/lock': purchase,
  'POST /v1/purchase-orders/:id/unlock': purchaseThat('locked = true'),
  'POST /v1/purchase-orders/:id/cancel': purchase,
  'POST /v1/purchase-orders/:id/archive': purchaseThat(`status = 'cancelled', cancelled_at = now()`),
  'POST /v1/purchase-orders/:id/unarchive': purchaseThat('archived_at = now()'),
  'POST /v1/purchase-orders/:id/retry': refused,
  'POST /v1/purchase-orders/:id/close': async (shop) => ({ id: (await bought(shop, 4)).id }),
  'POST /v1/shop/listings': async () => ({}),
  'POST /v1/shop/listings/remove': async () => ({}),
  'POST /v1/shop/orders': async () => ({}),
  'POST /v1/shop/orders/send': async () => ({}),
  'PATCH /v1/shop/orders/:id': async () => ({}),
  'POST /v1/shop/orders/:id/cancel': async () => ({}),
  'POST /v1/shop/shipments/acknowledge': async ({ find }) => ({
    shipment_ids: [await find('select id from shipments where account_id = $1')],
  }),
};
