import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Database } from '../../../platform/db.ts';
import { withoutPerson } from '../../../platform/tenant.ts';
import { buildShop } from '../../../test/build.ts';
import { testDatabase } from '../../../test/database.ts';
import { rowsRead } from '../../../test/rows-read.ts';
import { addConnection } from '../../../test/shop/rows.ts';
import { deleteOldRows } from './old-rows.ts';
import { deleteOldStockChanges } from './old-stock-changes.ts';

const own = testDatabase();

async function withPast() {
  const shop = await buildShop(own, { connected: false });
  const { accountId } = shop;
  const connection = await addConnection(own, accountId);
  await own.sql(
    `insert into webhook_deliveries (account_id, connection_id, delivery_id, stream, received_at, handled_at)
    select $1, $2, days::text, 'orders', now() - make_interval(days => days), case
      when days <> 50 then now() - make_interval(days => days) end
    from unnest(array[50, 40, 31, 29]) as days`,
    [accountId, connection],
  );
  await own.sql(
    `insert into stock_changes (account_id, connection_id, sku, warehouse, location, lot, on_hand, allocated, on_hold, available, taken_at)
    select $1, $2, sku, 'W', '', '', days, 0, 0, days, now() - make_interval(days => days)
    from unnest(array['A', 'A', 'A', 'A', 'B'], array[300, 200, 130, 100, 400]) as change (sku, days)`,
    [accountId, connection],
  );
  const days = async (table: string, column: string) =>
    (await own.sql<{ value: string }>(`select ${column}::text as value from ${table} where account_id = $1 order by id`, [accountId])).map(
      ({ value }) => value,
    );
  return { ...shop, connection, days };
}

test('webhooks are deleted a month after they were handled; one that waits stays', async () => {
  const { tidy, days } = await withPast();
  await tidy();
  expect(await days('webhook_deliveries', 'delivery_id')).toEqual(['50', '29']);
});

test('old changes of stock are deleted, but for the last of each place, with which its curve begins', async () => {
  const { tidy, days } = await withPast();
  await tidy();
  expect(await days('stock_changes', `sku || ' ' || on_hand`)).toEqual(['A 130', 'A 100', 'B 400']);
});

test('an installation may keep webhooks and changes of stock for longer or shorter, but for the last of each place', async () => {
  const { engine, accountId, days } = await withPast();
  await own.sql(`insert into housekeeping (account_id, tidied_at) values ($1, now())`, [accountId]);
  await deleteOldRows(own.database, accountId, { ...engine.keepDays, webhooks: 35, stockChanges: 250 });
  expect(await days('webhook_deliveries', 'delivery_id')).toEqual(['50', '31', '29']);
  expect(await days('stock_changes', `sku || ' ' || on_hand`)).toEqual(['A 300', 'A 200', 'A 130', 'A 100', 'B 400']);
  await deleteOldRows(own.database, accountId, { ...engine.keepDays, webhooks: 7, stockChanges: 99 });
  expect(await days('webhook_deliveries', 'delivery_id')).toEqual(['50']);
  expect(await days('stock_changes', `sku || ' ' || on_hand`)).toEqual(['A 100', 'B 400']);
});

test('once old changes of stock are gone, nobody reads what was kept of them again, nor the younger ones', async () => {
  const { accountId, connection, engine, days } = await withPast();
  await own.sql('delete from stock_changes where account_id = $1', [accountId]);
  await own.sql(
    `insert into stock_changes (account_id, connection_id, sku, warehouse, location, lot, on_hand, allocated, on_hold, available, taken_at)
    select $1, $2, 'Kept ' || n, 'W', '', '', 1, 0, 0, 1, now() - make_interval(days => case when n > 500 then 300 else 1 end)
    from generate_series(1000, 1, -1) as n`,
    [accountId, connection],
  );
  await own.sql('analyze stock_changes');
  await own.sql(`insert into housekeeping (account_id, tidied_at) values ($1, now())`, [accountId]);
  const tidyRows = (database: Database) => deleteOldRows(database, accountId, engine.keepDays);
  await tidyRows(own.database);
  expect(await days('stock_changes', 'sku')).toHaveLength(1_000);
  expect(await rowsRead(own, 'stock_changes', tidyRows)).toBeLessThan(50);
});

test('while many old changes of stock are left, a set of them is found without reading the others', async () => {
  const { accountId, connection } = await withPast();
  await own.sql('delete from stock_changes where account_id = $1', [accountId]);
  await own.sql(
    `insert into stock_changes (account_id, connection_id, sku, warehouse, location, lot, on_hand, allocated, on_hold, available, taken_at)
    select $1, $2, 'Left ' || n, 'W', '', '', 1, 0, 0, 1, now() - interval '300 days' from generate_series(1, 3000) as n`,
    [accountId, connection],
  );
  await own.sql('analyze stock_changes');
  await own.sql(`insert into housekeeping (account_id, tidied_at) values ($1, now())`, [accountId]);
  const aSet = (database: Database) =>
    withoutPerson(database, accountId, async (tenant) => void (await deleteOldStockChanges(tenant, 90, 100)));
  expect(await rowsRead(own, 'stock_changes', aSet)).toBeLessThan(1_000);
});

test('notifications and their mails go after half a year', async () => {
  const { accountId, tidy } = await withPast();
  await own.sql(
    `with told (days) as (values (200), (181), (179)), mails as (
       insert into notification_mails (account_id, address, created_at, ended_at)
       select $1, 'ops@example.org', now() - make_interval(days => days), now() from told order by days desc returning id, created_at)
     insert into notifications (account_id, address, kind, sentence, path, by_mail, at, mail_id)
     select $1, 'ops@example.org', 'needs_reconnect', '{"code": "goods_received", "number": "P"}', '/', true, created_at, id from mails
     order by created_at`,
    [accountId],
  );
  await tidy();
  for (const table of ['notifications', 'notification_mails'])
    expect(await own.sql(`select from ${table} where account_id = $1`, [accountId]), table).toHaveLength(1);
});

test('an effect that was sent long ago keeps its key, and so is never sent again, but not who asked for it', async () => {
  const { tidy, accountId, connection } = await withPast();
  const person = await own.sql<{ id: string }>(`insert into users (name, email) values ('Ann', 'ann@old.example') returning id`);
  const add = `insert into outbox (account_id, connection_id, kind, key, state, user_id, ticket, done_at)
    select $1, $2, 'submit', key, state, $3, 'T-1', now() - make_interval(days => days)
    from unnest(array['old', 'young', 'failed'], array['done', 'done', 'failed'], array[91, 89, 200]) as effect (key, state, days)`;
  await own.sql(add, [accountId, connection, person[0]?.id]);
  await tidy();
  expect(
    await own.sql('select key, state, user_id is null and ticket is null as slim from outbox where account_id = $1 order by key', [
      accountId,
    ]),
  ).toEqual([
    { key: 'failed', state: 'failed', slim: false },
    { key: 'old', state: 'done', slim: true },
    { key: 'young', state: 'done', slim: false },
  ]);
  await expect(own.sql(add, [accountId, connection, person[0]?.id])).rejects.toThrow('duplicate key');
});

test('changes are forgotten when nobody undoes them any longer: those of imports after 35 days, the others after 400', async () => {
  const { tidy, accountId, days } = await withPast();
  await own.sql(
    `insert into changes (account_id, group_id, at, noun, record_id, packed)
    select $1, days, now() - make_interval(days => days), case when packed then 'import' else 'order' end || ' ' || days,
      case when not packed then 1 end, case when packed then '[]'::json end
    from unnest(array[401, 36, 34, 401, 399, 36], array[true, true, true, false, false, false]) as change (days, packed)`,
    [accountId],
  );
  await own.sql(
    `insert into changes (account_id, group_id, noun, record_id, undoes) select account_id, 1, 'undo', 1, id from changes
      where noun = 'order 401'`,
  );
  await tidy();
  expect(await days('changes', 'noun')).toEqual(['import 34', 'order 399', 'order 36']);
});

test('what is to be forgotten is found without reading all that was changed', async () => {
  const { accountId } = await withPast();
  await own.sql(
    `insert into changes (account_id, group_id, noun, record_id, packed)
    select $1, n, 'order', n, case when n % 10 = 0 then '[]'::json end from generate_series(1, 2000) as n`,
    [accountId],
  );
  await own.sql('analyze changes');
  const rows = await withoutPerson(own.database, accountId, async ({ db }) => {
    await sql`select forget_changes(10)`.execute(db);
    const read = sql<{ n: number }>`
      select (seq_tup_read + idx_tup_fetch)::int as n from pg_stat_xact_user_tables where relname = 'changes'`;
    return (await read.execute(db)).rows;
  });
  expect(rows[0]?.n).toBeLessThan(100);
});

test('a tag that was deleted long ago is gone for good, with what records had it; one that an undo may have again stays', async () => {
  const { tidy, accountId, days } = await withPast();
  const tags = await own.sql<{ id: number }>(
    `insert into tags (account_id, name, color, deleted_at)
    select $1, name, 'blue', now() - make_interval(days => days)
    from unnest(array['Old', 'Young', 'There'], array[91, 89, null]) as tag (name, days) returning id`,
    [accountId],
  );
  await own.sql(
    `insert into tagged_records (account_id, record_type, record_id, tag_id) select $1, 'order', n, tag
    from generate_series(1, 3) as n cross join unnest($2::bigint[]) as tag`,
    [accountId, tags.map(({ id }) => id)],
  );
  await tidy();
  expect(await days('tags', 'name')).toEqual(['Young', 'There']);
  expect(await own.sql('select count(*)::int as n from tagged_records where account_id = $1', [accountId])).toEqual([{ n: 6 }]);
});

test('the audit is kept for as long as the installation says, and for a year in any case', async () => {
  const { accountId, engine, days } = await withPast();
  await own.sql(
    `insert into audit_entries (account_id, at, acting_as, verb, noun, record_id, record_name, changes)
    select $1, now() - make_interval(days => days), false, 'renamed', 'account', $1, days::text, '{}'
    from unnest(array[1200, 1000, 400, 300, 1]) as days`,
    [accountId],
  );
  await deleteOldRows(own.database, accountId, engine.keepDays);
  expect(await days('audit_entries', 'record_name')).toEqual(['1000', '400', '300', '1']);
  await deleteOldRows(own.database, accountId, { ...engine.keepDays, audit: 1 });
  expect(await days('audit_entries', 'record_name')).toEqual(['300', '1']);
});

test('what a program was replied is forgotten after a day', async () => {
  const { tidy, accountId, userId, days } = await withPast();
  await own.sql(
    `with key as (
      insert into api_keys (account_id, handle, name, made_by, scopes, version) values ($1, 'old', 'Ledger', $2, '{write_orders}', '2026-01-01')
        returning id
    )
    insert into api_replies (account_id, key_id, name, digest, status, reply, place, at)
    select $1, key.id, hours::text, '', 200, '{}', hours, now() - make_interval(hours => hours) from key, unnest(array[25, 23]) as hours`,
    [accountId, userId],
  );
  await tidy();
  expect(await days('api_replies', 'name')).toEqual(['23']);
});

test('events are deleted after 30 days, with what was sent of them', async () => {
  const { tidy, accountId, days } = await withPast();
  await own.sql(
    `with subscription as (
      insert into event_subscriptions (account_id, name, url, types, secret) values ($1, 'Ledger', 'https://a.example', '{order.shipped}', '')
        returning id
    ),
    event as (
      insert into events (account_id, type, record_id, at) select $1, 'order.shipped', days, now() - make_interval(days => days)
        from unnest(array[31, 29]) as days returning id
    ),
    delivery as (insert into event_deliveries (account_id, subscription_id, event_id) select $1, s.id, e.id from subscription s, event e
      returning id)
    insert into delivery_tries (account_id, delivery_id, at, url, took_ms) select $1, id, now(), 'https://a.example', 1 from delivery`,
    [accountId],
  );
  await tidy();
  expect(await days('events', 'record_id')).toEqual(['29']);
  expect(await days('event_deliveries', 'state')).toEqual(['waiting']);
  expect(await days('delivery_tries', 'url')).toHaveLength(1);
});

test('agents go 90 days after they ended, those whose program never took the consent up after a day, and keys never', async () => {
  const { tidy, accountId, days } = await withPast();
  const [person] = await own.sql<{ id: string }>(`insert into users (name, email) values ('Ann', 'ann@agents.example') returning id`);
  await own.sql(
    `insert into api_keys (account_id, handle, name, made_by, scopes, version, client_id, audience, created_at, rotated_at, expires_at, revoked_at)
    select $1, 'h' || n, name, $2, '{read_orders}', '2026-11-01', case when name not like 'Key%' then 'https://agent.example/a.json' end,
      case when name not like 'Key%' then 'https://here.example/mcp' end, now() - interval '1 year',
      case when name not like '%taken up' then now() end, now() + make_interval(days => expires), now() + make_interval(days => revoked)
    from unnest(
      array['Active', 'Expired', 'Expired long ago', 'Disconnected', 'Disconnected long ago', 'Not taken up', 'Not yet taken up', 'Key, revoked'],
      array[30, -89, -91, 30, 30, -2, 0, 30], array[null, null, null, -89, -91, null, null, -300]
    ) with ordinality as made (name, expires, revoked, n)`,
    [accountId, person?.id],
  );
  await tidy();
  expect(await days('api_keys', 'name')).toEqual(['Active', 'Expired', 'Disconnected', 'Not yet taken up', 'Key, revoked']);
});
