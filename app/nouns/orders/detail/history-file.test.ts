import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { linedOrder } from '../../../../test/shop/lined-order.ts';
import { testWeb } from '../../../../test/web.ts';

const own = testWeb();
const shop = linedOrder(own);

const save = async (order: Record<string, unknown>) => {
  const reply = await own.as(shop.ann, { method: 'PUT', url: '/api/orders/save', payload: { order: { id: shop.orderId, ...order } } });
  expect([reply.statusCode, reply.json()]).toMatchObject([200, { success: true }]);
};
const history = (by = shop.ann) => own.as(by, { url: `/api/orders/${shop.orderId}/history` });

test('the history is a CSV file with a row per change: who, the old value and the new one', async () => {
  await own.sql(`update accounts set timezone = 'Asia/Tokyo' where id = $1`, [shop.ann.accountId]);
  await save({
    city: 'Paris',
    lineItems: [{ id: shop.line('MUG'), quantity: 5 }, { id: shop.line('TEAPOT'), isDelete: true }, { sku: 'POT' }],
  });
  await own.sql(`update order_events set at = '2026-11-20T23:30:15.5Z' where account_id = $1`, [shop.ann.accountId]);
  const reply = await history();
  const { order_number } = await shop.read();
  expect(reply.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${order_number}-history.csv"`,
  });
  expect(reply.body).toMatch(/^\ufefftime,who,what_happened,field,from,to\r\n/);
  const edited = {
    time: '2026-11-21 08:30:15',
    who: 'Person 1',
    what_happened: 'Edited: City, quantity of MUG, TEAPOT removed, POT added.',
  };
  const rows = parse(reply.body, { columns: true, bom: true }) as Record<string, string>[];
  expect(rows.filter(({ field }) => field)).toEqual([
    { ...edited, field: 'City', from: 'Austin', to: 'Paris' },
    { ...edited, field: 'Qty of MUG', from: '2', to: '5' },
    { ...edited, field: 'Qty of TEAPOT', from: '3', to: 'none' },
    { ...edited, field: 'Qty of POT', from: 'none', to: '1' },
  ]);
  expect(rows.filter(({ field }) => !field).map(({ what_happened }) => what_happened)).toContain(
    'The channel gave no shipping method. Choose one.',
  );
});

test('no cell of it is a formula to a spreadsheet', async () => {
  await save({ city: '=1+1', note: '@SUM(A1)', customer_name: '-2+3' });
  const rows = parse((await history()).body, { columns: true, bom: true }) as Record<string, string>[];
  const cells = rows.filter(({ field }) => field).map(({ to }) => to);
  expect(cells.toSorted()).toEqual(["'-2+3", "'=1+1", "'@SUM(A1)"]);
});

test('nobody reads the history of another account’s order', async () => {
  const stranger = await own.person(await own.account('Strangers'));
  const reply = await history(stranger);
  expect([reply.statusCode, reply.json()]).toEqual([404, { errorMessage: 'This order does not exist.', code: 'not_found' }]);
});
