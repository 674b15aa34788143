import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { inTenant } from '../../../../platform/tenant.ts';
import { keyOf, makeKey, use } from '../../../../test/keys.ts';
import { testWeb } from '../../../../test/web.ts';
import { sayRestored } from '../../../base/installation/by-hand.ts';
import { createKey } from '../../../people/keys/commands.ts';
import type { EventType } from '../../../shared/webhooks/events/event-types.ts';
import { numberEvents } from '../../../shared/webhooks/events/number.ts';
import { deleteOldEvents } from '../../../shared/webhooks/events/old-events.ts';
import { writeEvents } from '../../../shared/webhooks/events/write.ts';

const own = testWeb();
const scopes = ['read_events', 'read_orders', 'read_stock'];
let admin: Awaited<ReturnType<typeof keyOf>>['admin'];
let key = '';
beforeEach(async () => {
  ({ admin, key } = await keyOf(own, 'Follower', { scopes }));
});

type Event = { id: string; sequence: number; type: string; record_id: number };
type Page = { data: Event[]; next: string; more: boolean };

const within: <T>(work: Parameters<typeof inTenant<T>>[2]) => Promise<T> = (work) => inTenant(own.database, admin, work);
const write = (type: EventType, ...ids: number[]) =>
  within((tenant) =>
    writeEvents(
      tenant,
      ids.map((id) => ({ type, id })),
    ),
  );
const ask = (query = '', by = key) => use(own, by, { url: `/v1/events${query}` });
async function page(query = '', by = key): Promise<Page> {
  const reply = await ask(query, by);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json();
}
const records = ({ data }: Page) => data.map(({ record_id }) => record_id);

test('events are read page by page in their order, and what comes later follows behind the last cursor', async () => {
  await write('order.received', 1, 2, 3);
  await numberEvents(own.database);
  const first = await page('?limit=2');
  expect(first).toMatchObject({ data: [{ type: 'order.received', record_id: 1 }, { record_id: 2 }], more: true });
  expect(first.data[0]?.id).toBe(`evt_${admin.accountId}_${first.data[0]?.sequence}`);
  const second = await page(`?limit=2&cursor=${first.next}`);
  expect([records(second), second.more]).toEqual([[3], false]);
  expect(await page(`?cursor=${second.next}`)).toEqual({ data: [], next: second.next, more: false });
  await write('order.deleted', 2);
  await numberEvents(own.database);
  expect((await page(`?cursor=${second.next}`)).data).toMatchObject([{ type: 'order.deleted', record_id: 2 }]);
  const now = await page('?from=now');
  expect(now).toMatchObject({ data: [], more: false });
  // What a webhook brought is a cursor, too.
  expect(records(await page(`?cursor=${second.data[0]?.sequence}`))).toEqual([2]);
});

test('a transaction that is open while a follower polls comes behind every cursor that was given, and nothing is missed', async () => {
  const seen: Event[] = [];
  let cursor = (await page('?from=now')).next;
  const poll = async () => {
    await numberEvents(own.database);
    const { data, next } = await page(`?cursor=${cursor}`);
    for (const event of data) expect(event.sequence).toBeGreaterThan(Number(cursor));
    seen.push(...data);
    cursor = next;
  };
  await within(async (tenant) => {
    await writeEvents(tenant, [{ type: 'order.received', id: 1 }]);
    for (const id of [2, 3, 4]) {
      await write('order.received', id);
      await poll();
    }
    expect(seen.map(({ record_id }) => record_id)).toEqual([2, 3, 4]);
  });
  await poll();
  expect(seen.map(({ record_id }) => record_id)).toEqual([2, 3, 4, 1]);
});

test('a key that was just made waits for transactions that began before it, since these write no events for it', async () => {
  await own.sql('update api_keys set revoked_at = now() where account_id = $1', [admin.accountId]);
  const wanted = { name: 'Early', scopes: ['read_events' as const, 'read_orders' as const], days: null, networks: [] };
  const early = await within(async (tenant) => {
    await writeEvents(tenant, [{ type: 'order.received', id: 1 }]);
    const made = await inTenant(own.database, admin, (other) => createKey(other, wanted));
    const reply = await ask('?from=now', made.key);
    expect([reply.statusCode, reply.headers['retry-after'], reply.json().code]).toEqual([503, '1', 'events_begin']);
    // What began since then writes its events.
    await within(async (later) => {
      await writeEvents(later, [{ type: 'order.received', id: 2 }]);
      expect((await ask('?from=now', made.key)).statusCode).toBe(503);
    });
    return made.key;
  });
  expect((await ask('?from=now', early)).statusCode).toBe(200);
  expect(await own.sql('select record_id::int from events where account_id = $1', [admin.accountId])).toEqual([{ record_id: 2 }]);
});

test('nothing is written where no key follows, and a key that follows has events of what it may read alone', async () => {
  const types: EventType[] = ['order.received', 'stock.changed', 'issue.opened', 'purchase_order.created'];
  const all = async () => {
    for (const type of types) await write(type, 1);
    await numberEvents(own.database);
    return (await own.sql<{ type: string }>('select type from events where account_id = $1 order by id', [admin.accountId])).map(
      ({ type }) => type,
    );
  };
  expect(await all()).toEqual(['order.received', 'stock.changed']);
  const { key: issues } = (await makeKey(own, admin, { name: 'Issues', scopes: ['read_events', 'read_issues'] })).json();
  await all();
  expect((await page('', issues)).data.map(({ type }) => type)).toEqual(['issue.opened']);
  expect((await page('?type=stock.changed')).data.map(({ type }) => type)).toEqual(['stock.changed', 'stock.changed']);
  expect((await ask('?type=issue.opened')).json()).toMatchObject({ status: 403, code: 'lacks_scope', scope: 'read_issues' });
  expect((await ask('?type=order.eaten')).json()).toMatchObject({ status: 422, errors: [{ parameter: 'type' }] });
  const { key: blind } = (await makeKey(own, admin, { name: 'Blind', scopes: ['read_events', 'read_runs'] })).json();
  expect((await ask('', blind)).json()).toMatchObject({ status: 403, code: 'lacks_scope' });
  await own.sql(`update api_keys set revoked_at = now() where account_id = $1`, [admin.accountId]);
  const before = (await all()).length;
  expect((await all()).length).toBe(before);
});

test('tests of webhooks are left out, and few of many events are found page by page', async () => {
  await write('order.received', 1);
  await own.sql(
    `insert into events (account_id, type, record_id) select $1::bigint, 'webhook.test', 7 union all
     select $1::bigint, 'order.changed', n from generate_series(1, 6000) as n`,
    [admin.accountId],
  );
  await write('order.shipped', 1);
  for (let turn = 0; turn < 3; turn++) await numberEvents(own.database);
  expect((await page('?limit=2')).data.map(({ type }) => type)).toEqual(['order.received', 'order.changed']);
  const first = await page('?type=order.shipped');
  expect(first).toMatchObject({ data: [], more: true });
  expect((await page(`?type=order.shipped&cursor=${first.next}`)).data).toMatchObject([{ type: 'order.shipped' }]);
});

test('a cursor behind which events were deleted, that was never given, or that is none, is refused with the reason', async () => {
  await write('order.received', 1, 2);
  await numberEvents(own.database);
  const { next, data } = await page('?limit=1');
  await own.sql(`update events set at = now() - interval '31 days' where account_id = $1 and record_id = 2`, [admin.accountId]);
  await within(({ db }) => deleteOldEvents(admin.accountId, 10).execute(db));
  expect((await ask(`?cursor=${next}`)).json()).toMatchObject({ status: 410, code: 'cursor_expired' });
  expect((await ask(`?cursor=${(data[0]?.sequence ?? 0) + 2}`)).json()).toMatchObject({ status: 410, code: 'cursor_unknown' });
  expect((await ask('?cursor=xyz')).json()).toMatchObject({ status: 422, errors: [{ parameter: 'cursor' }] });
  expect(records(await page())).toEqual([]);
});

test('a page is refused from which events were deleted while it was read', async () => {
  await write('order.received', 1, 2, 3);
  await numberEvents(own.database);
  const { next } = await page('?limit=1');
  await own.sql(`update events set at = now() - interval '31 days' where account_id = $1 and record_id < 3`, [admin.accountId]);
  const { reply } = await within(async ({ db }) => {
    await sql`lock table events in access exclusive mode`.execute(db);
    const asked = ask(`?cursor=${next}`);
    const waits = () => own.sql(`select from pg_locks where relation = 'events'::regclass and not granted`);
    await expect.poll(async () => (await waits()).length).toBe(1);
    await deleteOldEvents(admin.accountId, 10).execute(db);
    return { reply: asked };
  });
  expect((await reply).json()).toMatchObject({ status: 410, code: 'cursor_expired' });
});

test('after a restore the former cursors are refused, and no sequence is given a second time', async () => {
  await write('order.received', 1);
  await numberEvents(own.database);
  const { data, next } = await page();
  const backup = await own.sql('select last_sequence from event_counters where account_id = $1', [admin.accountId]);
  await write('order.received', 2);
  await numberEvents(own.database);
  const lost = await page(`?cursor=${next}`);
  // Back to the moment of the backup.
  await own.sql('delete from events where account_id = $1 and record_id = 2', [admin.accountId]);
  await own.sql('update event_counters set last_sequence = $2 where account_id = $1', [admin.accountId, backup[0]?.last_sequence]);
  await sayRestored(own.database);
  await write('order.shipped', 3);
  await numberEvents(own.database);
  expect(await own.sql('select from events where sequence is null and account_id = $1', [admin.accountId])).toHaveLength(1);
  await own.sql('update installation set stopped = null');
  await numberEvents(own.database);
  for (const cursor of [next, lost.next])
    expect((await ask(`?cursor=${cursor}`)).json()).toMatchObject({ status: 410, code: 'cursor_before_restore' });
  const anew = await page();
  expect(anew.data).toMatchObject([{ type: 'order.shipped', record_id: 3 }]);
  expect(anew.data[0]?.sequence).toBeGreaterThan(Number(lost.next));
  expect(data[0]?.id).not.toBe(anew.data[0]?.id);
});

test('where nobody followed for a while the former cursors are refused, and other nouns go on', async () => {
  const { key: stock } = (await makeKey(own, admin, { name: 'Stock', scopes: ['read_events', 'read_stock'] })).json();
  await write('order.received', 1);
  await numberEvents(own.database);
  const { next } = await page();
  const { keys } = (await own.as(admin, { url: '/api/keys' })).json();
  const { id } = keys.find(({ name }: { name: string }) => name === 'Ledger');
  await own.as(admin, { method: 'DELETE', url: `/api/keys/${id}` });
  // Nobody hears of it.
  await write('order.shipped', 1);
  const { key: another } = (await makeKey(own, admin, { name: 'Another', scopes })).json();
  expect((await ask(`?cursor=${next}`, another)).json()).toMatchObject({ status: 410, code: 'cursor_gap' });
  expect((await ask(`?cursor=${next}&type=stock.changed`, another)).statusCode).toBe(200);
  expect(await page(`?cursor=${next}`, stock)).toMatchObject({ data: [] });
  const { next: fresh } = await page('?from=now', another);
  await write('order.changed', 1);
  await numberEvents(own.database);
  expect((await page(`?cursor=${fresh}`, another)).data).toMatchObject([{ type: 'order.changed' }]);
});

test('two changes of keys at once leave followed what one of the keys follows', async () => {
  let making: Promise<unknown> = Promise.resolve();
  await within(async (tenant) => {
    await sql`update api_keys set revoked_at = now() where account_id = ${admin.accountId}`.execute(tenant.db);
    const wanted = { name: 'Another', scopes: ['read_events' as const, 'read_orders' as const], days: null, networks: [] };
    let ended = false;
    making = inTenant(own.database, admin, (other) => createKey(other, wanted)).finally(() => {
      ended = true;
    });
    const waits = async () => (await own.sql(`select from pg_locks where locktype = 'advisory' and not granted`)).length > 0;
    await expect.poll(async () => ended || (await waits())).toBe(true);
  });
  await making;
  expect(await own.sql('select scope from followed_scopes where account_id = $1 order by scope', [admin.accountId])).toEqual([
    { scope: 'read_events' },
    { scope: 'read_orders' },
  ]);
});

test('a follower sees nothing of another account, and takes no cursor from there', async () => {
  const other = await keyOf(own, 'Other', { scopes });
  await write('order.received', 1);
  await numberEvents(own.database);
  expect(await page('', other.key)).toMatchObject({ data: [] });
  const { next } = await page();
  expect((await ask(`?cursor=${next}`, other.key)).json()).toMatchObject({ status: 410 });
});
