import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { lockOf } from '../../../../platform/locks.ts';
import { inTenant } from '../../../../platform/tenant.ts';
import { keyOf, use } from '../../../../test/keys.ts';
import { addConnection, addIssues, addOrders, addProducts } from '../../../../test/shop/rows.ts';
import { testWeb } from '../../../../test/web.ts';
import { scopes } from '../../../people/keys/scopes.ts';

const own = testWeb();
let admin: Awaited<ReturnType<typeof keyOf>>['admin'];
let key = '';
let names = 0;

beforeAll(async () => {
  ({ admin, key } = await keyOf(own, 'Acme', { name: 'Robot', scopes: [...scopes] }));
});

async function issue(type: string, facts: object = {}): Promise<{ id: number; orderId: number; connection: number }> {
  const connection = await addConnection(own, admin.accountId);
  const [orderId = 0] = await addOrders(own, admin.accountId, connection, [{ order_date: '2026-10-01T00:00:00Z' }]);
  await addIssues(own, admin.accountId, [{ order_id: orderId, connection_id: connection, type, ...facts }]);
  const [row] = await own.sql<{ id: string }>('select id from issues where order_id = $1', [orderId]);
  return { id: Number(row?.id), orderId, connection };
}
const send = (url: string, payload: object, headers = {}) =>
  use(own, key, { method: 'POST', url, payload, headers: { 'idempotency-key': `n${++names}`, ...headers } });
const etagOf = async (id: number) => String((await use(own, key, { url: `/v1/issues/${id}` })).headers.etag);

test('an issue is decided about as it was read: not where it says something else by now', async () => {
  const { id } = await issue('changed_after_release');
  const seen = { 'if-match': await etagOf(id) };
  await own.sql(`update issues set sentence = jsonb_set(sentence, '{sku}', '"y"') where id = $1`, [id]);
  const decide = (headers: object) => send(`/v1/issues/${id}/decision`, { action: 'keep-as-sent' }, headers);
  expect((await decide(seen)).json()).toMatchObject({ status: 412, code: 'not_as_seen' });
  expect(await own.sql('select closed_at from issues where id = $1', [id])).toEqual([{ closed_at: null }]);
  expect((await decide({ 'if-match': await etagOf(id) })).json()).toMatchObject({ id, run_id: expect.any(Number) });
});

test('of an order that changed twice, only the issue that is named is decided, and not where it says something else by now', async () => {
  const { id, orderId } = await issue('changed_after_release', { subject: 'order' });
  await addIssues(own, admin.accountId, [{ order_id: orderId, type: 'changed_after_release', subject: 'added' }]);
  const open = () => own.sql('select subject from issues where order_id = $1 and closed_at is null order by id', [orderId]);
  const read = async () => (await use(own, key, { url: `/v1/issues/${id}` })).json();
  const decide = (seen?: string) => send(`/v1/issues/${id}/decision`, { action: 'keep-as-sent', seen });
  const { seen } = await read();
  await own.sql(`update issues set sentence = sentence || '{"at": "later"}' where id = $1`, [id]);
  expect((await decide(seen)).json()).toMatchObject({ status: 409, code: 'changed_meanwhile' });
  expect(await open()).toEqual([{ subject: 'order' }, { subject: 'added' }]);
  expect((await decide((await read()).seen)).json()).toMatchObject({ id, run_id: expect.any(Number) });
  expect(await open()).toEqual([{ subject: 'added' }]);
});

test('without what was seen of it, an issue is decided alone too', async () => {
  const { id, orderId } = await issue('changed_after_release', { subject: 'order' });
  await addIssues(own, admin.accountId, [{ order_id: orderId, type: 'changed_after_release', subject: 'added' }]);
  expect((await send(`/v1/issues/${id}/decision`, { action: 'keep-as-sent' })).statusCode).toBe(200);
  const open = 'select subject from issues where order_id = $1 and closed_at is null';
  expect(await own.sql(open, [orderId])).toEqual([{ subject: 'added' }]);
});

test('a SKU is linked for an issue as it was read', async () => {
  const [product_id = 0] = [...(await addProducts(own, admin.accountId, ['CUP'])).values()];
  const { id } = await issue('unmapped_sku', { subject: 'TEAPOT' });
  const seen = { 'if-match': await etagOf(id) };
  await own.sql(`update issues set closed_at = now() where id = $1`, [id]);
  const reply = await send(`/v1/issues/${id}/link`, { product_id, waiting: 1 }, seen);
  expect(reply.json()).toMatchObject({ status: 412, code: 'not_as_seen' });
});

test('what was a pack is linked again where the link says how many units a sale takes', async () => {
  const [product_id = 0] = [...(await addProducts(own, admin.accountId, ['MUG'])).values()];
  const { id, connection } = await issue('unmapped_sku', { subject: 'MUG-6' });
  await own.sql(
    `insert into connector_products (account_id, connection_id, connector_product_sku, units_per_sale) values ($1, $2, 'MUG-6', 6)`,
    [admin.accountId, connection],
  );
  const unsaid = await send(`/v1/issues/${id}/link`, { product_id, waiting: 1 });
  expect(unsaid.json()).toMatchObject({ status: 409, code: 'units_not_said' });
  expect((await send(`/v1/issues/${id}/link`, { product_id, waiting: 1, units: 6 })).statusCode).toBe(200);
  const linked = await own.sql(`select product_id::int, units_per_sale from connector_products where connection_id = $1`, [connection]);
  expect(linked).toEqual([{ product_id, units_per_sale: 6 }]);
});

test('whoever decides which connection imports waits for a page that is being stored before it locks its order', async () => {
  const { id, orderId, connection } = await issue('imported_twice');
  await own.sql(`update connections set connector = 'shopify' where id = $1`, [connection]);
  await addOrders(own, admin.accountId, await addConnection(own, admin.accountId), [{ order_date: '2026-10-01T00:00:00Z' }]);
  const reply = await inTenant(own.database, admin, async ({ db }) => {
    await sql`select pg_advisory_xact_lock_shared(${lockOf('rules', connection)})`.execute(db);
    const decided = send(`/v1/issues/${id}/decision`, { action: 'keep-this-source' });
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(() => own.sql(waiting)).toHaveLength(1);
    await sql`select from orders where account_id = ${admin.accountId} and id = ${orderId} for no key update nowait`.execute(db);
    return { decided };
  });
  expect((await reply.decided).json()).toMatchObject({ id, run_id: expect.any(Number) });
});
