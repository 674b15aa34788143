import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { addAccount } from '../../test/build.ts';
import { testDatabase } from '../../test/database.ts';
import { type Actor, inTenant } from '../tenant.ts';
import { anybody, listQuery, readAddress } from './query.ts';
import { readPage } from './read-page.ts';
import { scanLimit } from './scan.ts';
import type { ListSource } from './source.ts';

const own = testDatabase();
const call = { path: '/api/things', query: listQuery({ sorts: ['name', 'length'], filters: { even: z.enum(['yes', 'no']).optional() } }) };
const source: ListSource<'departments', 'name' | 'length'> = {
  table: 'departments',
  sorts: { name: sql`lower(name)`, length: sql`length(name)` },
  words: ['name'],
};
let actor: Actor;

beforeAll(async () => {
  actor = await addAccount(own);
  await fill(actor, ['b', 'A', 'ccc', 'dd', 'a_b']);
  await fill(await addAccount(own), ['A of another']);
});

async function fill({ accountId }: Actor, names: string[]): Promise<void> {
  await own.sql('delete from departments where account_id = $1', [accountId]);
  await own.sql('insert into departments (account_id, name) select $1, unnest($2::text[])', [accountId, names]);
}

function read(address: string, more: Partial<typeof source> = {}, who = actor) {
  const query = readAddress(call, new URLSearchParams(address), anybody);
  return inTenant(own.database, who, (tenant) => readPage(tenant, call, query, { ...source, ...more }, (ids) => rowsIn(who, ids)));
}
const rowsIn = (who: Actor, ids: number[]) =>
  inTenant(own.database, who, ({ db }) => db.selectFrom('departments').select(['id', 'name']).where('id', 'in', ids).execute());
const names = async (...given: Parameters<typeof read>) => (await read(...given)).data.map(({ name }) => name);

test('a list comes in its usual order, in any other, and by the words of a search', async () => {
  expect(await names('')).toEqual(['A', 'a_b', 'b', 'ccc', 'dd']);
  expect(await names('orderDir=DESC')).toEqual(['dd', 'ccc', 'b', 'a_b', 'A']);
  expect(await names('orderBy=length')).toEqual(['b', 'A', 'dd', 'ccc', 'a_b']);
  expect(await names('search=B')).toEqual(['a_b', 'b']);
  expect(await names('search=b+a')).toEqual(['a_b']);
  expect(await names('search=_')).toEqual(['a_b']);
  expect(await names('search=%25')).toEqual([]);
});

test('filters and what one may see narrow a list', async () => {
  expect(await names('', { filters: [sql`length(name) % 2 = 0`] })).toEqual(['dd']);
  expect(await names('', { scope: sql`name <> 'A' or false` })).toEqual(['a_b', 'b', 'ccc', 'dd']);
});

test('a page says where it is, and where the others are', async () => {
  await fill(actor, [...Array.from({ length: 60 }, (_, n) => `Name ${n + 10}`)]);
  const { data, ...second } = await read('page=2&perPage=25&search=name');
  expect([data[0]?.name, data.length]).toEqual(['Name 35', 25]);
  const url = (page: number) => `/api/things?search=name&orderBy=name&orderDir=ASC&page=${page}&perPage=25`;
  expect(second).toEqual({
    ...{ current_page: 2, last_page: 3, total: 60, per_page: 25, total_is_exact: true, scanned: null },
    ...{ prev_page_url: url(1), next_page_url: url(3) },
  });
  expect(await read('page=9&perPage=25')).toMatchObject({
    data: [],
    prev_page_url: expect.stringContaining('page=3'),
    next_page_url: null,
  });
});

test.each([
  'page=0',
  'page=x',
  'page=1e9',
  'perPage=7',
  'orderBy=id;drop',
  'orderDir=up',
  'even=maybe',
  'other=1',
  'search=%00',
  '__proto__=1',
  'constructor=1',
])('an address is read without %s', (wrong) => {
  const usual = { search: '', orderBy: 'name', orderDir: 'ASC', page: 1, perPage: 50 };
  expect(readAddress(call, new URLSearchParams(wrong), anybody)).toEqual(usual);
  expect(readAddress(call, new URLSearchParams(`page=3&even=yes&${wrong}`), anybody)).toMatchObject({ ...usual, page: expect.any(Number) });
});

test('a page has as many rows as the account’s usual, unless its address says how many', () => {
  const size = (address: string) => readAddress(call, new URLSearchParams(address), { pageSize: 25 }).perPage;
  expect([size(''), size('perPage=100'), size('perPage=7'), size('page=2&colour=red')]).toEqual([25, 100, 25, 25]);
});

test('a list of a large table reads a bounded number of rows, and says so', async () => {
  const many = await addAccount(own);
  await own.sql(
    `insert into departments (account_id, name) select $1::bigint, 'D' || lpad(n::text, 6, '0') from generate_series(1, $2::int) as n
      union all select $1::bigint, 'Zed'`,
    [many.accountId, scanLimit + 100],
  );
  expect(await read('', {}, many)).toMatchObject({ total: scanLimit, total_is_exact: false, last_page: scanLimit / 50, scanned: null });
  expect(await read('search=d0', {}, many)).toMatchObject({ total_is_exact: false, scanned: scanLimit });
  expect(await names('search=Zed', {}, many)).toEqual([]);
  expect((await read(`page=${scanLimit / 50 + 1}`, {}, many)).data).toEqual([]);
});

test('the rows of a page come with it in one statement, in its order; a list that was too large to count is counted again when it shrinks', async () => {
  const many = await addAccount(own);
  await own.sql(
    `insert into departments (account_id, name) select $1, 'D' || lpad(n::text, 6, '0') from generate_series(1, $2::int) as n`,
    [many.accountId, scanLimit + 100],
  );
  const at = (address: string) =>
    inTenant(own.database, many, (tenant) =>
      readPage(tenant, call, readAddress(call, new URLSearchParams(address), anybody), source, {
        query: (rows) => sql<{ id: number; name: string }>`select id, name from ${rows} as d order by name desc`,
      }),
    );
  const tooMany = { total: scanLimit, total_is_exact: false, last_page: scanLimit / 50 };
  for (const _time of [1, 2]) {
    const { data, ...page } = await at('');
    expect([data.length, data[0]?.name, data[49]?.name, page]).toMatchObject([50, 'D000001', 'D000050', tooMany]);
    expect((await at('orderDir=DESC&page=2')).data[0]?.name).toBe(`D0${scanLimit + 50}`);
    expect((await at(`page=${scanLimit / 50 + 1}`)).data).toEqual([]);
  }
  await own.sql(`delete from departments where account_id = $1 and name > 'D000070'`, [many.accountId]);
  const [first, second] = [await at(''), await at('page=2')];
  expect([second.data.map(({ name }) => name).at(-1), second.total, second.total_is_exact]).toEqual(['D000070', 70, true]);
  expect([first.total, (await at('')).total]).toEqual([scanLimit, 70]);
  await own.sql(`delete from departments where account_id = $1`, [many.accountId]);
  expect(await at('')).toMatchObject({ data: [], total: 0, total_is_exact: true });
});
