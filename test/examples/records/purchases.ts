import { storeReceipts } from '../../../app/nouns/purchase-flow/receipts/store.ts';
import { withoutPerson } from '../../../platform/tenant.ts';
import type { Shop } from '../shop.ts';
import type { Records } from './records.ts';

let numbers = 0;

/** A purchase order of ten blue mugs that is announced, and of which so many have come. */
export async function bought(shop: Shop, received = 0, sku = 'MUG-BLUE'): Promise<{ id: number; line: number; receipt: number }> {
  const { own, accountId, call, find, connection } = shop;
  const body = { source_number: `M-${++numbers}`, vendor_name: 'Hong Kong Giftware' };
  const { id } = await call('POST', '/api/purchase-orders', body);
  await call('PUT', `/purchase-orders/${id}`, { mapped_warehouse: 'KY1', lines: [{ sku: 'MUG-BLUE', quantity: 10 }] });
  const line = await find('select id from purchase_order_lines where account_id = $1 and purchase_order_id = $2', id);
  if (received === 0) return { id, line, receipt: 0 };
  const asn = `ASN-${numbers}`;
  const warehouse = await connection('amware');
  await own.sql('delete from outbox where account_id = $1', [accountId]);
  await own.sql(`delete from asns where account_id = $1 and purchase_order_id = $2`, [accountId, id]);
  await own.sql(
    `insert into asns (account_id, purchase_order_id, connection_id, reference, remote_id, state) values ($1, $2, $3, $4, $4, 'announced')`,
    [accountId, id, warehouse, asn],
  );
  await arrives(shop, { remoteId: `R-${asn}`, asnId: asn, sku, quantity: received });
  return { id, line, receipt: await find('select id from receipts where account_id = $1 and purchase_order_id = $2', id) };
}

async function arrives({ own, accountId, connection }: Shop, goods: { remoteId: string; asnId: string; sku: string; quantity: number }) {
  const receipt = { type: 'receipt', receivedAt: new Date(), lot: null, carrier: null, freightNumber: null, raw: {}, ...goods };
  const warehouse = await connection('amware');
  await withoutPerson(own.database, accountId, (tenant) => storeReceipts(tenant, warehouse, [receipt]));
}

/** What came without a purchase order. */
async function unknown(shop: Shop): Promise<{ receiptId: number }> {
  const remoteId = `U-${++numbers}`;
  await arrives(shop, { remoteId, asnId: `OLD-${numbers}`, sku: 'MUG-BLUE', quantity: 4 });
  return { receiptId: await shop.find('select id from receipts where account_id = $1 and remote_id = $2', remoteId) };
}

/** One that the warehouse did not take. */
export const refused = async (shop: Shop) => {
  const { id } = await bought(shop);
  const sentence = {
    code: 'warehouse_refused',
    connection: 'Amware',
    task: 'announce',
    reason: { code: 'their_words', text: 'No.', status: null },
  };
  await shop.own.sql(
    `insert into issues (account_id, purchase_order_id, type, subject, sentence) values ($1, $2, 'rejected_by_warehouse', 'announce', $3)`,
    [shop.accountId, id, sentence],
  );
  await shop.own.sql('update purchase_orders set open_issues = 1 where id = $1', [id]);
  return { id };
};
const one = async (shop: Shop) => ({ id: (await bought(shop)).id });
export const after = (action: string) => async (shop: Shop) => {
  const { id } = await bought(shop);
  for (const each of action.split(' ')) await shop.call('PUT', `/purchase-orders/${each}/${id}`);
  return { id };
};
/** One of NetSuite's. */
const fromSource = async (shop: Shop) => ({
  id: await shop.find(`select id from purchase_orders where account_id = $1 and source_number = 'NS-3071'`),
});

export const ofPurchases: Records = {
  'GET /api/purchase-orders/:id': one,
  'GET /api/purchase-orders/:id/logs': one,
  'GET /api/purchase-orders/:id/payloads': one,
  'PUT /purchase-orders/clear-errors/:id': refused,
  'PUT /purchase-orders/hold/:id': one,
  'PUT /purchase-orders/unhold/:id': after('hold'),
  'PUT /purchase-orders/archive/:id': after('cancel'),
  'PUT /purchase-orders/unarchive/:id': after('cancel archive'),
  'PUT /purchase-orders/cancel/:id': one,
  'DELETE /purchase-orders/:id': one,
  'PUT /purchase-orders/expect-no-more/:id': one,
  'PUT /purchase-orders/close/:id': async (shop) => ({ id: (await bought(shop, 4)).id }),
  'PUT /purchase-orders/:id': one,
  'PATCH /api/purchase-orders/:id/toggle-lock': one,
  'POST /purchase-orders/bulk-action': async (shop) => ({ ordersIds: [(await after('cancel')(shop)).id] }),
  'GET /purchase-orders/sync-from-source/:id': fromSource,
  'POST /purchase-orders/sync-from-source/:id': fromSource,
  'POST /api/connectors/:source/receive/:id': async (shop) => ({ id: (await bought(shop, 4)).id }),
  'POST /api/purchase-orders/:id/announcement/:decision': async (shop) => {
    const { id } = await bought(shop, 1);
    const theirs = { asnId: 'ASN-9', reference: 'CD-OLD', status: 'announced', changedAt: new Date().toISOString() };
    await shop.own.sql(`update asns set state = 'waiting', theirs = $1 where purchase_order_id = $2`, [theirs, id]);
    return { id };
  },
  'POST /api/purchase-orders/:id/receipts/:receiptId/:decision': async (shop) => {
    const { id, receipt, line } = await bought(shop, 4, '85123A');
    return { id, receiptId: receipt, lineId: line };
  },
  'POST /api/purchase-orders/:id/lines/:lineId/accept-over': async (shop) => {
    const { id, line } = await bought(shop, 12);
    return { id, lineId: line };
  },
  'POST /api/purchase-orders/:id/lines/:lineId/accept-loose': async (shop) => {
    const { id, line } = await bought(shop, 3);
    await shop.own.sql('update purchase_order_lines set units_per_sale = 6 where id = $1', [line]);
    return { id, lineId: line };
  },
  'POST /api/purchase-orders/:id/fulfilments/:fulfilmentId/mark-processed': async (shop) => {
    const { id } = await bought(shop, 4);
    const fulfilmentId = await shop.find(
      `insert into fulfilments (account_id, purchase_order_id, connection_id, remote_id, position, sku, qty_shipped, ship_date, carrier, tracking_number)
       values ($1, $2, $3, 'F-1', 1, 'MUG-BLUE', 1, now(), 'UPS', '1Z9') returning id`,
      id,
      await shop.connection('amware'),
    );
    return { id, fulfilmentId };
  },
  'GET /api/unknown-receipts/:receiptId': unknown,
  'POST /api/unknown-receipts/:receiptId/assign': async (shop) => ({ ...(await unknown(shop)), purchaseOrderId: (await bought(shop)).id }),
  'POST /api/unknown-receipts/:receiptId/set-aside': unknown,
  'POST /api/unknown-receipts/:receiptId/take-back': async (shop) => {
    const { receiptId } = await unknown(shop);
    await shop.call('POST', `/api/unknown-receipts/${receiptId}/set-aside`, { reason: 'Counted twice' });
    return { receiptId };
  },
};
