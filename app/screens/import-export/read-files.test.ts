import { beforeAll, expect, test } from 'vitest';
import { inTenant } from '../../../platform/tenant.ts';
import { type Person, testWeb } from '../../../test/web.ts';
import type { FiledRecord } from '../../shared/exports/files-of.ts';
import { readFiles } from './read-files.ts';

const own = testWeb();
let ann: Person;
beforeAll(async () => {
  ann = await own.person(await own.account());
  await own.sql(
    `with run as (insert into runs (account_id, kind, subject, state, finished_at) values ($1, 'export', '{"code": "records", "noun": "orders"}', 'done', now()) returning id)
     insert into exports (account_id, kind, run_id, finished_at)
     select $1, kind, run.id, now() from run, unnest('{orders,products,links}'::text[]) as kind, generate_series(1, 60)`,
    [ann.accountId],
  );
});

const read = async (of: FiledRecord, exports?: string) => {
  const search = new URLSearchParams(exports === undefined ? {} : { exports });
  const files = await inTenant(own.database, ann, (tenant) => readFiles(tenant, ann, of, search));
  return [files.exports.length, files.hasOlder];
};

test.each(['orders', 'products', 'links'] as const)(
  'past exports of %s: the newest fifty, then as many as the address says',
  async (of) => {
    expect(await read(of)).toEqual([50, true]);
    expect(await read(of, '100')).toEqual([60, false]);
  },
);

test.each(['-1', '0', 'many', '1e9', '51.5'])('an address with exports=%s shows what there is', async (exports) => {
  const [shown] = await read('orders', exports);
  expect(shown).toBe(exports === '1e9' ? 60 : 50);
});

test('those of another account are not among them', async () => {
  const other = await own.person(await own.account());
  const files = await inTenant(own.database, other, (tenant) => readFiles(tenant, other, 'orders', new URLSearchParams()));
  expect(files.exports).toEqual([]);
});
