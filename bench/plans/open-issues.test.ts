import { beforeAll, expect, test } from 'vitest';
import { issuesQuery, pageOfIssues } from '../../app/screens/v1/issues/list.ts';
import { inTenant } from '../../platform/tenant.ts';
import { type Person, testWeb } from '../../test/web.ts';
import { readingOf } from './explained.ts';

/** More than a page looks at, and of later ids than all that are open. */
const closed = 20_000;
const open = 120;

const own = testWeb();
let ann: Person;

beforeAll(async () => {
  ann = await own.person(await own.account());
  const store = (rows: number, from: number, isClosed: boolean) =>
    own.sql(
      `insert into issues (account_id, type, subject, sentence, closed_at)
       select $1, case when n % 2 = 0 then 'unmapped_sku' else 'unmapped_shipping' end, 'S' || n, '{"code":"sku_not_linked","sku":"S"}',
         case when $4 then now() end from generate_series($3::int, $3::int + $2::int - 1) as n`,
      [ann.accountId, rows, from, isClosed],
    );
  await store(open, 1, false);
  await store(closed, open + 1, true);
  await own.sql('analyze issues');
});

test.each([
  ['the newest', {}],
  ['the oldest', { order: 'oldest' }],
  ['those of one type', { type: 'unmapped_sku' }],
])('open issues of a program, %s, are found without reading the closed ones', async (_what, asked) => {
  const query = issuesQuery.parse(asked);
  const { ids } = await inTenant(own.database, ann, (tenant) => pageOfIssues(tenant, query));
  expect(ids).toHaveLength(50);
  const { pages } = await readingOf(own.database, (tenant) => pageOfIssues(tenant, query), ann);
  expect(pages).toBeLessThanOrEqual(200);
});
