import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { inTenant } from '../../../../platform/tenant.ts';
import { makeKey, use } from '../../../../test/keys.ts';
import { addIssues, addOrder } from '../../../../test/shop/rows.ts';
import { webShop } from '../../../../test/shop/web-shop.ts';
import { testWeb } from '../../../../test/web.ts';
import { scopes } from '../../../people/keys/scopes.ts';

const own = testWeb();
const shop = webShop(own);
let [key, writing, blind] = ['', '', ''];
let connection = 0;
let names = 0;

beforeAll(async () => {
  const make = async (...but: string[]) =>
    (await makeKey(own, shop.admin, { name: `Key ${++names}`, scopes: scopes.filter((each) => !but.includes(each)) })).json().key;
  [key, writing, blind] = [await make(), await make('release_orders'), await make('read_buyers')];
  connection = shop.ids.get('ship_station') ?? 0;
});
beforeEach(async () => {
  for (const table of ['shipping_options', 'location_mappings'])
    await own.sql(`delete from ${table} where account_id = $1`, [shop.admin.accountId]);
});

async function issue(facts: object, order: object = {}): Promise<{ id: number; orderId: number }> {
  const orderId = await addOrder(own, shop.admin.accountId, connection, { order_status: 'error', ...order });
  await addIssues(own, shop.admin.accountId, [{ order_id: orderId, connection_id: connection, ...facts }]);
  const [row] = await own.sql<{ id: string }>('select id from issues where order_id = $1', [orderId]);
  return { id: Number(row?.id), orderId };
}
const send = (url: string, payload: object, by = key) =>
  use(own, by, { method: 'POST', url, payload, headers: { 'idempotency-key': `i${++names}` } });
const remediesOf = async (id: number, by = key) => (await use(own, by, { url: `/v1/issues/${id}/remedies` })).json();

test('a shipping code is mapped for all that wait for it, to one of the methods that its remedies name', async () => {
  const facts = { type: 'unmapped_shipping', subject: 'drone', sentence: { code: 'shipping_not_mapped', shipping: 'drone' } };
  const { id } = await issue(facts);
  await issue(facts);
  const { choices, waiting, routes } = await remediesOf(id);
  expect(choices).toContainEqual({ code: 'UPS2D', name: 'UPS 2nd Day Air' });
  expect([waiting, routes]).toEqual([2, { warehouse_code: [], shipping_code: [] }]);
  const map = (body: object, by = key) => send(`/v1/issues/${id}/map-shipping`, { warehouse_code: 'UPS2D', waiting: 2, ...body }, by);
  expect((await map({}, writing)).json()).toMatchObject({ status: 403, code: 'lacks_scope' });
  expect((await map({ waiting: 1 })).json()).toMatchObject({ status: 409, code: 'changed_since' });
  expect((await map({ warehouse_code: 'NONE' })).json()).toMatchObject({ errors: [{ pointer: '/warehouse_code' }] });
  expect((await send(`/v1/issues/${id}/map-location`, { warehouse_location: 'ATL', waiting: 9 })).json()).toMatchObject({
    code: 'decided',
  });
  expect((await map({})).json()).toEqual({ id, message: 'drone is mapped.', waiting: 2 });
  const stored = await own.sql(`select amware_code from shipping_options where connector_code = 'drone'`);
  expect(stored).toEqual([{ amware_code: 'UPS2D' }]);
});

test('an order without a shipping code is given a method of its own', async () => {
  const { id, orderId } = await issue({ type: 'unmapped_shipping', subject: '', sentence: { code: 'no_shipping_code' } });
  expect((await send(`/v1/issues/${id}/map-shipping`, { warehouse_code: 'UPSGR', waiting: 9 })).json()).toMatchObject({ id, waiting: 1 });
  expect(await own.sql('select shipping_code from orders where id = $1', [orderId])).toEqual([{ shipping_code: 'UPSGR' }]);
});

test('a location is mapped to one of the warehouses that its remedies name', async () => {
  await own.sql(`insert into location_mappings (account_id, connection_id, internal_id, connector_location) values ($1, $2, 'W', 'West')`, [
    shop.admin.accountId,
    connection,
  ]);
  const { id } = await issue({ type: 'unmapped_location', subject: 'W', sentence: { code: 'location_not_mapped', location: 'West' } });
  expect((await remediesOf(id)).choices).toContainEqual({ code: 'RNO', name: 'Reno' });
  const map = (body: object, by = key) => send(`/v1/issues/${id}/map-location`, { warehouse_location: 'RNO', waiting: 1, ...body }, by);
  expect((await map({}, writing)).json()).toMatchObject({ code: 'lacks_scope' });
  expect((await map({ warehouse_location: 'NONE' })).statusCode).toBe(404);
  expect((await map({})).json()).toMatchObject({ id, waiting: 1 });
  expect(await own.sql(`select amware_location from location_mappings where internal_id = 'W'`)).toEqual([{ amware_location: 'RNO' }]);
});

test('what a person has just mapped is not mapped otherwise, though its issue is open until its orders go on', async () => {
  const { accountId } = shop.admin;
  const sled = await issue({ type: 'unmapped_shipping', subject: 'sled', sentence: { code: 'shipping_not_mapped', shipping: 'sled' } });
  const east = await issue({ type: 'unmapped_location', subject: 'E', sentence: { code: 'location_not_mapped', location: 'East' } });
  await own.sql(`insert into shipping_options (account_id, connection_id, connector_code, amware_code) values ($1, $2, 'sled', 'UPSGR')`, [
    accountId,
    connection,
  ]);
  await own.sql(
    `insert into location_mappings (account_id, connection_id, internal_id, connector_location, amware_location)
     values ($1, $2, 'E', 'East', 'RNO')`,
    [accountId, connection],
  );
  const replies = [
    await send(`/v1/issues/${sled.id}/map-shipping`, { warehouse_code: 'UPS2D', waiting: 9 }),
    await send(`/v1/issues/${east.id}/map-location`, { warehouse_location: 'ATL', waiting: 9 }),
  ];
  for (const reply of replies) expect(reply.json()).toMatchObject({ status: 409, code: 'changed_meanwhile' });
  expect(await own.sql(`select amware_code from shipping_options where connector_code = 'sled'`)).toEqual([{ amware_code: 'UPSGR' }]);
  expect(await own.sql(`select amware_location from location_mappings where internal_id = 'E'`)).toEqual([{ amware_location: 'RNO' }]);
});

test('an order is given no method where somebody chose one while the call waited for the order', async () => {
  const { id, orderId } = await issue({ type: 'unmapped_shipping', subject: '', sentence: { code: 'no_shipping_method' } });
  const { accountId } = shop.admin;
  const { reply } = await inTenant(own.database, shop.admin, async ({ db }) => {
    await sql`update orders set shipping_code = 'UPS2D' where account_id = ${accountId} and id = ${orderId}`.execute(db);
    await sql`update issues set closed_at = now() where account_id = ${accountId} and id = ${id}`.execute(db);
    const choice = send(`/v1/issues/${id}/map-shipping`, { warehouse_code: 'UPSGR', waiting: 9 });
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(() => own.sql(waiting)).toHaveLength(1);
    return { reply: choice };
  });
  expect((await reply).json()).toMatchObject({ status: 409, code: 'decided' });
  expect(await own.sql('select shipping_code from orders where id = $1', [orderId])).toEqual([{ shipping_code: 'UPS2D' }]);
});

const german = { city: 'Berlin', state: null, postal_code: '10115', country: 'Germany' };
const incomplete = {
  type: 'address_incomplete',
  subject: 'address',
  sentence: { code: 'address_lacks', fields: ['country'], unknown: 'Germany' },
};

test('a suggested address is accepted as it was suggested, and not where the order has changed since', async () => {
  const { id, orderId } = await issue(incomplete, german);
  const { suggested_address } = await remediesOf(id);
  expect(suggested_address).toEqual({ ship_to: { country: 'DE' }, revision: expect.any(Number) });
  const accept = (revision: number, by = key) => send(`/v1/issues/${id}/accept-address`, { revision }, by);
  expect((await accept(suggested_address.revision, writing)).json()).toMatchObject({ status: 403, code: 'lacks_scope' });
  expect((await accept(suggested_address.revision, blind)).json()).toMatchObject({ status: 403, scope: 'read_buyers' });
  expect((await remediesOf(id, blind)).suggested_address).toBeNull();
  await use(own, key, { method: 'PATCH', url: `/v1/orders/${orderId}`, payload: { note: 'Ring' }, headers: { 'idempotency-key': 'ring' } });
  expect((await accept(suggested_address.revision)).json()).toMatchObject({ status: 409, code: 'changed_since' });
  const now = (await remediesOf(id)).suggested_address;
  expect((await accept(now.revision)).json()).toMatchObject({ id, run_id: expect.any(Number) });
  expect(await own.sql('select country, city from orders where id = $1', [orderId])).toEqual([{ country: 'DE', city: 'Berlin' }]);
});

test('who may not release orders accepts the address of one that is locked', async () => {
  const { id } = await issue(incomplete, { ...german, locked: true });
  const { revision } = (await remediesOf(id, writing)).suggested_address;
  expect((await send(`/v1/issues/${id}/accept-address`, { revision }, writing)).statusCode).toBe(200);
});

test('a decision about a new address names the one that was seen', async () => {
  const { id } = await issue({ type: 'new_address', subject: '', sentence: { code: 'address_changed', channel: 'Shop' } });
  const { decisions, new_address } = await remediesOf(id);
  expect(decisions).toMatchObject([{ action: 'use-new-address', sends_goods: true }, { action: 'keep-former-address' }]);
  expect(new_address).toBeNull();
  const decide = (body: object, by = key) => send(`/v1/issues/${id}/decision`, { action: 'use-new-address', ...body }, by);
  expect((await decide({})).json()).toMatchObject({ status: 422, errors: [{ pointer: '/seen' }] });
  expect((await decide({ seen: 'x' }, writing)).json()).toMatchObject({ status: 403, code: 'lacks_scope' });
  // Its channel has no other address by now: nobody saw what would be written.
  expect((await decide({ seen: 'x' })).json()).toMatchObject({ status: 409, code: 'changed_meanwhile' });
});

test('how what has not left goes is said with the decision to send it, and with no other', async () => {
  const sentence = { code: 'former_warehouse_has_it', gone: 'Old', another: 'Amware' };
  const { id, orderId } = await issue({ type: 'former_warehouse', subject: 'former_warehouse', sentence });
  const { routes } = await remediesOf(id);
  expect(routes.warehouse_code).toContainEqual({ code: 'RNO', name: 'Reno' });
  expect(routes.shipping_code).toContainEqual({ code: 'UPS2D', name: 'UPS 2nd Day Air' });
  const decide = (body: object) => send(`/v1/issues/${id}/decision`, { action: 'send-anew', ...body });
  const wrong = await decide({ set: { shipping_code: 'NONE', warehouse_code: 'ATL' } });
  expect(wrong.json()).toMatchObject({ status: 422, errors: [{ pointer: '/set/shipping_code' }] });
  const other = await decide({ action: 'end-here', set: { shipping_code: 'UPS2D' } });
  expect(other.json()).toMatchObject({ status: 422, errors: [{ pointer: '/set' }] });
  const stored = 'select shipping_code, warehouse_code from orders where id = $1';
  expect(await own.sql(stored, [orderId])).toEqual([{ shipping_code: null, warehouse_code: null }]);
});

test('an order is given to a colleague, who is read with it, and to nobody of another account', async () => {
  const { orderId } = await issue({});
  const { data } = (await use(own, key, { url: '/v1/people' })).json();
  const [{ id: assignee_id, name }] = data;
  const assign = (body: object) => send(`/v1/orders/${orderId}/assign`, body);
  expect((await assign({ assignee_id })).json()).toMatchObject({
    id: orderId,
    assignee: { id: assignee_id, name },
    run_id: expect.any(Number),
  });
  expect((await use(own, key, { url: `/v1/orders/${orderId}` })).json().assignee).toEqual({ id: assignee_id, name });
  expect((await assign({ assignee_id })).json().run_id).toBeNull();
  expect((await assign({ assignee_id: shop.stranger.userId })).json()).toMatchObject({ errors: [{ pointer: '/assignee_id' }] });
  expect((await assign({ assignee_id: null })).json()).toMatchObject({ assignee: null });
  expect(data.map(({ id }: { id: number }) => id)).not.toContain(shop.stranger.userId);
});
