import { beforeEach, expect, test } from 'vitest';
import type { Log } from '../../../../platform/log.ts';
import { quietLog } from '../../../../test/shop/quiet.ts';
import { addLines, addOrders } from '../../../../test/shop/rows.ts';
import { webShop } from '../../../../test/shop/web-shop.ts';
import { testWeb } from '../../../../test/web.ts';
import { workBulk } from '../../../shared/runs/bulk/work.ts';
import { orderBulk } from './verbs.ts';

const own = testWeb();
const shop = webShop(own);

const send = async (method: 'PUT' | 'POST', url: string, payload: object) => {
  const reply = await own.as(shop.user, { method, url, payload });
  return { status: reply.statusCode, ...reply.json() };
};
const work = (runId: number) =>
  workBulk(
    { database: own.database, log: quietLog().log as unknown as Log },
    { accountId: shop.user.accountId, userId: shop.user.userId },
    runId,
    new AbortController().signal,
    { orders: { bulk: orderBulk } },
  );
const change = async (ordersIds: number[], set: object): Promise<number> => {
  const { runId } = await send('POST', '/api/orders/bulk-action', { action: 'change', ordersIds, set });
  await work(runId);
  return runId;
};
const save = (id: number, warehouse_code: string | null) => send('PUT', '/api/orders/save', { order: { id, warehouse_code } });
const mapWest = async (amware_location: string | null) => {
  const locations = [{ internal_id: 'W', connector_location: 'West', amware_location }];
  await own.as(shop.admin, { method: 'POST', url: '/api/connectors/channel_advisor/save-locations', payload: { locations } });
};
const read = async (id: number) => {
  const [order] = await own.sql('select warehouse_code as place, edited_fields as edited from orders where id = $1', [id]);
  return order;
};
const issues = async (id: number) =>
  (await own.sql<{ type: string }>('select type from issues where order_id = $1 and closed_at is null', [id])).map(({ type }) => type);

let ids: number[];
beforeEach(async () => {
  const { accountId } = shop.admin;
  await own.sql('delete from location_mappings where account_id = $1', [accountId]);
  const order = { on_hold: true, shipping_code: 'UPSGR', source_shipping: null, warehouse_code: null };
  ids = await addOrders(own, accountId, shop.ids.get('channel_advisor') ?? 0, [order, order]);
  for (const id of ids) await addLines(own, accountId, id, [{ sku: 'MUG', quantity: 1 }]);
  await own.sql(`update order_lines set location = 'W' where order_id = any($1)`, [ids]);
  await mapWest('RNO');
});

test('a warehouse that a person chose stays, whatever the mapping says later, until it is given back', async () => {
  const [id = 0] = ids;
  expect(await read(id)).toEqual({ place: 'RNO', edited: [] });
  expect(await save(id, 'ATL')).toMatchObject({ status: 200, changed: ['warehouse_code'] });
  expect(await read(id)).toEqual({ place: 'ATL', edited: ['warehouse_code'] });
  await mapWest(null);
  await mapWest('RNO');
  expect(await read(id)).toEqual({ place: 'ATL', edited: ['warehouse_code'] });
  expect(await save(id, null)).toMatchObject({ status: 200, changed: ['warehouse_code'] });
  expect(await read(id)).toEqual({ place: 'RNO', edited: [] });
  expect(await save(id, null)).toMatchObject({ status: 200, changed: [] });
});

test('who gives it back and undoes that has their choice again', async () => {
  const [id = 0] = ids;
  await save(id, 'ATL');
  await save(id, null);
  expect(await send('POST', `/api/orders/${id}/undo-edit`, {})).toMatchObject({ status: 200 });
  expect(await read(id)).toEqual({ place: 'ATL', edited: ['warehouse_code'] });
  expect(await send('POST', `/api/orders/${id}/undo-edit`, {})).toMatchObject({ status: 200 });
  expect(await read(id)).toEqual({ place: 'RNO', edited: [] });
});

test('an order whose location is mapped to none waits for no mapping once its warehouse is chosen', async () => {
  const [id = 0] = ids;
  await mapWest(null);
  expect(await issues(id)).toContain('unmapped_location');
  await save(id, 'ATL');
  expect(await issues(id)).not.toContain('unmapped_location');
  await save(id, null);
  expect(await issues(id)).toContain('unmapped_location');
});

test('a preset of another warehouse does not move an order whose warehouse was chosen', async () => {
  const [id = 0, other = 0] = ids;
  await save(id, 'ATL');
  const preset = { field_name: 'warehouse_code', field_description: 'Warehouse', field_value: 'RNO' };
  await own.as(shop.admin, { method: 'POST', url: '/api/connectors/channel_advisor/amware-presets', payload: preset });
  await mapWest('ATL');
  expect([(await read(id))?.place, (await read(other))?.place]).toEqual(['ATL', 'RNO']);
  await own.sql('delete from presets where account_id = $1', [shop.admin.accountId]);
});

test('many are changed as their preview says, and the undo gives each back what it had', async () => {
  const [mapped = 0, chosen = 0] = ids;
  await save(chosen, 'ATL');
  const preview = (set: object) => send('POST', '/api/orders/bulk-action/preview', { ordersIds: ids, set });
  expect(await preview({ warehouse_code: 'ATL' })).toMatchObject({
    ...{ status: 200, changes: 1, left: [{ reason: 'It was so already.', orders: 1 }] },
    buildings: [
      { code: 'ATL', name: 'Atlanta' },
      { code: 'RNO', name: 'Reno' },
    ],
    examples: [{ id: mapped, warehouse_code: 'RNO' }],
  });
  const run = await change(ids, { warehouse_code: 'ATL' });
  expect(await read(mapped)).toEqual({ place: 'ATL', edited: ['warehouse_code'] });
  const { runId } = await send('POST', `/api/runs/${run}/undo`, {});
  await work(runId);
  expect([await read(mapped), await read(chosen)]).toEqual([
    { place: 'RNO', edited: [] },
    { place: 'ATL', edited: ['warehouse_code'] },
  ]);
  expect(await preview({ warehouse_code: null })).toMatchObject({ changes: 1, examples: [{ id: chosen, warehouse_code: 'ATL' }] });
  await change(ids, { warehouse_code: ' ' });
  expect([await read(mapped), await read(chosen)]).toEqual(ids.map(() => ({ place: 'RNO', edited: [] })));
});

test('the preview says whether somebody chose the building of one of them, so that it can be given back', async () => {
  const [mapped = 0, chosen = 0] = ids;
  await save(chosen, 'ATL');
  const preview = (ordersIds: number[]) => send('POST', '/api/orders/bulk-action/preview', { ordersIds, set: {} });
  expect(await preview([mapped])).toMatchObject({ status: 200, buildingChosen: false });
  expect(await preview([mapped, chosen])).toMatchObject({ status: 200, buildingChosen: true });
});

test.each(['MARS', 'atl'])('%s is no building of the warehouse, for one order and for many', async (warehouse_code) => {
  const message = [`The warehouse has no building “${warehouse_code}”.`];
  expect(await save(ids[0] ?? 0, warehouse_code)).toMatchObject({ status: 422, 'order.warehouse_code': message });
  const many = { action: 'change', ordersIds: ids, set: { warehouse_code } };
  expect(await send('POST', '/api/orders/bulk-action', many)).toMatchObject({ status: 422, 'set.warehouse_code': message });
});
