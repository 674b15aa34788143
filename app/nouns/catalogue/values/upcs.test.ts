import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inTenant, type Tenant } from '../../../../platform/tenant.ts';
import { addAccount } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { articleOf } from './article.ts';
import { article, firstUpc, upcsAgree, upcsDiffer } from './upcs.ts';

const own = testDatabase();
const within = async <Result>(work: (tenant: Tenant) => Promise<Result>) => inTenant(own.database, await addAccount(own), work);

const numbers = [
  ['5010000225681', '5010000225681'],
  [' 05010000225681 ', '5010000225681'],
  ['5010000-225681', '5010000225681'],
  ['5 010000 225681', '5010000225681'],
  ['012345678905', '12345678905'],
  ['96385074', '96385074'],
  ['01234565', '1234565'],
] as const;
const placeholders = [null, '', ' ', '-', 'N/A', 'none', 'Does not apply', '0', '000000000000', '111111111111', '0000000000001'];
const noNumbers = ['1234567', '123456789012345', '5.01E+12', '501000022568X', '５０１００００２２５６８１', '5010000\n225681'];

test('a UPC names an article only where it is the number of one, in SQL as in TypeScript', async () => {
  const upcs = [...numbers.map(([upc]) => upc), ...placeholders, ...noNumbers];
  const articles = upcs.map((upc) => numbers.find(([number]) => number === upc)?.[1] ?? null);
  const { rows } = await within((tenant) =>
    sql<{ article: string | null }>`
      select ${article(sql`given.upc`)} as article from unnest(${upcs}::text[]) with ordinality as given (upc, place)
      order by given.place`.execute(tenant.db),
  );
  expect(rows.map((row) => row.article)).toEqual(articles);
  expect(upcs.map(articleOf)).toEqual(articles);
});

test.each([
  ['N/A', 'N/A', { agree: false, differ: false, first: 'N/A' }],
  ['N/A', '5010000225681', { agree: false, differ: false, first: '5010000225681' }],
  ['5010000225681', '000000000000', { agree: false, differ: false, first: '5010000225681' }],
  ['5010000225681', '05010000225681', { agree: true, differ: false, first: '5010000225681' }],
  ['5010000225681', '5010000999999', { agree: false, differ: true, first: '5010000225681' }],
  [null, 'N/A', { agree: false, differ: false, first: 'N/A' }],
])('what the UPCs %s and %s say', async (one, other, expected) => {
  const [left, right] = [sql`${one}::text`, sql`${other}::text`];
  const { rows } = await within((tenant) =>
    sql`
      select ${upcsAgree(left, right)} as agree, ${upcsDiffer(left, right)} as differ,
        ${firstUpc(left, right)} as first`.execute(tenant.db),
  );
  expect(rows).toEqual([expected]);
});
