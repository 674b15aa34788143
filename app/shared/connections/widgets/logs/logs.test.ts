import { expect, test } from 'vitest';
import { withoutPerson } from '../../../../../platform/tenant.ts';
import { buildShop } from '../../../../../test/build.ts';
import { rowsRead } from '../../../../../test/rows-read.ts';
import { addConnection } from '../../../../../test/shop/rows.ts';
import { type Person, testWeb } from '../../../../../test/web.ts';
import { requestCancel } from '../../../../nouns/order-flow/release/holding/cancel.ts';
import { writeToSecond } from '../../../../ui/time/write-time.ts';
import { listExchanges, logEntities } from '../../calls/log.ts';
import { disconnect } from '../../connecting/commands.ts';
import { listDisconnected, loggedConnection } from '../../queries.ts';

const own = testWeb();

test('a log gives its newest entries, older ones from a place on, newer ones after a place, and those of one kind', async () => {
  const accountId = await own.account();
  const reader = await own.person(accountId);
  const id = await addConnection(own, accountId);
  await exchanges(accountId, id, ['list_orders', 'read_stock', 'mark_as_shipped']);
  const [ships, stock, lists] = await entries(reader, `${id}/0`);
  expect([ships, stock, lists].map((entry) => entry?.action)).toEqual(['mark_as_shipped', 'read_stock', 'list_orders']);
  expect(await entries(reader, `${id}/0?before=${stock?.id}`)).toEqual([lists]);
  expect(await entries(reader, `${id}/0?after=${stock?.id}`)).toEqual([ships]);
  expect(await entries(reader, `${id}/0?after=${ships?.id}`)).toEqual([]);
  expect(await entries(reader, `${id}/3`)).toEqual([ships, lists]);
  expect(await entries(reader, `${id}/6`)).toEqual([stock]);
});

test.each([
  [1, ['list_raw_materials', 'read_items']],
  [2, ['list_products', 'read_items']],
  [3, ['mark_as_shipped', 'read_order_changes', 'submit_order']],
  [4, ['create_asn', 'list_purchase_orders', 'read_receipts']],
  [5, ['read_order_changes', 'read_shipments']],
  [6, ['read_stock']],
])('entity %i has the exchanges that are about it', async (entity, operations) => {
  const accountId = await own.account();
  const reader = await own.person(accountId);
  const id = await addConnection(own, accountId);
  await exchanges(accountId, id, [
    ...['list_raw_materials', 'list_products', 'read_items', 'submit_order', 'mark_as_shipped', 'read_order_changes', 'read_shipments'],
    ...['list_purchase_orders', 'create_asn', 'read_receipts', 'read_stock', 'get_account'],
  ]);
  expect((await entries(reader, `${id}/${entity}`)).map(({ action }) => action).sort()).toEqual(operations);
});

test.each([
  [2, ['query_items']],
  [3, ['book_sales_orders', 'query_sales_orders']],
  [4, ['query_purchase_orders']],
  [5, ['create_fulfillment', 'move_fulfillment_item']],
  [6, ['adjust_stock', 'update_quantity']],
])('nor do NetSuite’s queries and ChannelAdvisor’s fulfillments and quantities lack for entity %i', async (entity, operations) => {
  const accountId = await own.account();
  const id = await addConnection(own, accountId);
  await exchanges(accountId, id, [
    ...['query_items', 'book_sales_orders', 'query_sales_orders', 'query_purchase_orders', 'adjust_stock', 'token', 'server_time'],
    ...['create_fulfillment', 'move_fulfillment_item', 'update_quantity'],
  ]);
  expect((await entries(await own.person(accountId), `${id}/${entity}`)).map(({ action }) => action).sort()).toEqual(operations);
});

test('an entity that there is not is no address', async () => {
  const accountId = await own.account();
  const id = await addConnection(own, accountId);
  for (const entity of ['7', '-1', 'orders'])
    expect((await own.as(await own.person(accountId), { url: `/api/connector-logs/${id}/${entity}` })).statusCode).toBe(404);
});

test('a log says who asked for what, and when in the account’s time', async () => {
  const shop = await buildShop(own);
  shop.sell({ orderNumber: '1001' });
  await shop.sync();
  const { id } = await shop.order('1001');
  await shop.inTenant((tenant) => requestCancel(tenant, [id], null));
  await shop.flow();
  await shop.engine.exchanges.flush();
  const [asker] = await own.sql<{ name: string }>('select name from users where id = $1', [shop.userId]);
  const newYork = { timezone: 'America/New_York', dateStyle: 'month_first' } as const;
  const log = await shop.inTenant((tenant) => listExchanges(tenant, shop.warehouseId, newYork, {}));
  const byAction = new Map(log.map((entry) => [entry.action, entry]));
  expect(byAction.get('cancel_order')?.edited_by).toBe(asker?.name);
  expect(byAction.get('submit_order')?.edited_by).toBe('Crossdock');
  const [first] = log;
  expect(first?.date_formatted).toBe(writeToSecond(new Date(first?.at ?? 0), newYork));
});

test('a disconnected connection keeps its log, by its id and in its account alone', async () => {
  const accountId = await own.account();
  const id = await addConnection(own, accountId);
  await exchanges(accountId, id, ['list_orders']);
  const [row] = await own.sql<{ slug: string }>('select slug from connections where id = $1', [id]);
  const named = (name: string, account = accountId) => withoutPerson(own.database, account, (tenant) => loggedConnection(tenant, name));
  expect(await named(row?.slug ?? '')).toMatchObject({ id, connected: true });
  await withoutPerson(own.database, accountId, (tenant) => disconnect(tenant, id));
  expect(await named(row?.slug ?? '')).toBeUndefined();
  expect(await named(String(id))).toMatchObject({ id, connected: false });
  expect(await named(String(id), await own.account())).toBeUndefined();
  expect(await entries(await own.person(accountId), `${id}/0`)).toHaveLength(1);
  expect(await withoutPerson(own.database, accountId, listDisconnected)).toMatchObject([{ id, at: expect.any(Date) }]);
});

test('a log’s page begins to look for newer entries behind the newest that the connection has, of whatever kind', async () => {
  const accountId = await own.account();
  const [id, other] = [await addConnection(own, accountId), await addConnection(own, accountId)];
  const newest = (of: number) =>
    withoutPerson(own.database, accountId, async (tenant) => (await loggedConnection(tenant, String(of)))?.newest);
  expect(await newest(id)).toBe(0);
  await exchanges(accountId, id, ['list_orders', 'read_stock']);
  await exchanges(accountId, other, ['list_orders']);
  const [last] = await entries(await own.person(accountId), `${id}/0`);
  expect(await newest(id)).toBe(last?.id);
});

test('what a log has of a rare kind of record is read without the many calls that came since, on every page', async () => {
  const accountId = await own.account();
  const id = await addConnection(own, accountId);
  await exchanges(accountId, id, ['read_stock', 'adjust_stock', 'read_stock']);
  await exchanges(accountId, id, Array(20_000).fill('list_orders'));
  await own.sql('vacuum analyze exchanges');
  const style = { timezone: 'UTC', dateStyle: 'month_first' } as const;
  const found: string[][] = [];
  let before: number | undefined;
  for (const page of ['first', 'second']) {
    const read = await rowsRead(own, 'exchanges', (database) =>
      withoutPerson(database, accountId, async (tenant) => {
        const rows = await listExchanges(tenant, id, style, { operations: logEntities[6], before });
        found.push(rows.map(({ action }) => action));
        before = rows.at(1)?.id;
      }),
    );
    expect(read, page).toBeLessThan(100);
  }
  expect(found).toEqual([['read_stock', 'adjust_stock', 'read_stock'], ['read_stock']]);
});

test('for another account there is no such log', async () => {
  const accountId = await own.account();
  const id = await addConnection(own, accountId);
  await exchanges(accountId, id, ['list_orders']);
  const stranger = await own.person(await own.account());
  expect((await own.as(stranger, { url: `/api/connector-logs/${id}/0` })).statusCode).toBe(404);
});

async function entries(person: Person, path: string): Promise<{ id: number; action: string }[]> {
  return (await own.as(person, { url: `/api/connector-logs/${path}` })).json();
}

async function exchanges(accountId: number, connectionId: number, operations: string[]): Promise<void> {
  await own.sql(
    `insert into exchanges (account_id, connection_id, operation, method, url, status, took_ms, outcome)
     select $1, $2, operation, 'GET', 'https://example.com', 200, 12, 'ok' from unnest($3::text[]) as operation`,
    [accountId, connectionId, operations],
  );
}
