import { expect, test } from 'vitest';
import { readingOf } from '../../../bench/plans/explained.ts';
import { atOneMoment, inTenant, type Tenant } from '../../../platform/tenant.ts';
import { testWeb } from '../../../test/web.ts';
import type { AuditFilter } from './contract.ts';
import { auditFile, listAudit } from './queries.ts';

const own = testWeb();

/** An account with an entry an hour, of which the first is so many hours old; each names its number, from 1 on. */
async function withEntries(count: number) {
  const actor = { accountId: await own.account(), userId: null };
  await own.sql(
    `insert into audit_entries (account_id, at, acting_as, verb, noun, record_id, record_name, changes)
     select $1, '2026-03-01T00:30Z'::timestamptz + make_interval(hours => n), false, 'changed', 'order', n, 'SO-' || n,
       '{"a": {"from": 1, "to": 2}, "b": {"from": 1, "to": 2}}' from generate_series(1, $2) as n`,
    [actor.accountId, count],
  );
  const list = (filter: AuditFilter & { before?: number }, most?: number, searched?: number) =>
    inTenant(own.database, actor, (tenant) => listAudit(tenant, filter, most, searched));
  const file = async (filter: AuditFilter, most?: { entries: number; searched: number }) => {
    const text = await atOneMoment(own.database, actor, 1, ([tenant]) => auditFile(tenant as Tenant, filter, most));
    return text.toString().trim().split('\r\n').slice(1);
  };
  return { actor, list, file };
}

test('days of long ago are found without reading what came after them', async () => {
  const { actor } = await withEntries(5_000);
  await own.sql('analyze audit_entries');
  const ask = (tenant: Tenant) => listAudit(tenant, { start_at: '2026-03-02', end_at: '2026-03-03' });
  expect((await readingOf(own.database, ask, actor)).pages).toBeLessThan(30);
});

test('of certain days one page follows the other, by time', async () => {
  const { actor, list } = await withEntries(100);
  // Of a transaction that began before others and wrote after them.
  await own.sql(`update audit_entries set at = '2026-03-02T12:00Z' where account_id = $1 and record_id = 100`, [actor.accountId]);
  const numbers: number[] = [];
  let before: number | undefined;
  for (;;) {
    const { rows } = await list({ start_at: '2026-03-02', end_at: '2026-03-02', ...(before && { before }) }, 5);
    if (rows.length === 0) break;
    numbers.push(...rows.map(({ record_id }) => record_id));
    before = rows.at(-1)?.id;
  }
  const hours = Array.from({ length: 24 }, (_, n) => 47 - n);
  expect(numbers).toEqual([...hours.slice(0, 12), 100, ...hours.slice(12)]);
});

test('words are looked for in what the days have, and go on where that ended', async () => {
  const { list } = await withEntries(100);
  const search = (before?: number) => list({ search: 'so-3', end_at: '2026-03-02', ...(before && { before }) }, 50, 10);
  const first = await search();
  expect(first.rows.map(({ record_id }) => record_id)).toEqual([39, 38]);
  const second = await search(first.lookedTo ?? 0);
  expect(second.rows.map(({ record_id }) => record_id)).toEqual([37, 36, 35, 34, 33, 32, 31, 30]);
});

test('a file that leaves entries out says so in its last row', async () => {
  const { file } = await withEntries(10);
  expect(await file({}, { entries: 10, searched: 5 })).toHaveLength(20);
  const rows = await file({}, { entries: 4, searched: 5 });
  expect(rows).toHaveLength(9);
  expect(rows.at(-2)).toContain(',SO-7,b,1,2');
  expect(rows.at(-1)).toBe('"These are the newest 4 entries. Choose days for older ones.",,,,,,,,,,');
  expect(rows.at(-1)?.split(',')).toHaveLength(rows[0]?.split(',').length ?? 0);
});

test('words are looked for in so many entries for a file too, and it says so', async () => {
  const { file } = await withEntries(10);
  const rows = await file({ search: 'so-2' }, { entries: 50, searched: 5 });
  expect(rows).toEqual(['"The newest 5 entries were looked through for these words. Choose days for older ones.",,,,,,,,,,']);
  expect(await file({ search: 'so-2', end_at: '2026-03-01' }, { entries: 50, searched: 50 })).toHaveLength(2);
});

test('the files of one account are written one after the other, and leave connections to others', async () => {
  const admin = await own.person(await own.account(), 'account_admin');
  const files = await Promise.all([1, 2, 3, 4, 5].map(() => own.as(admin, { url: '/api/audit/export' })));
  expect(files.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
  expect(own.database.copies.totalCount).toBe(1);
});
