import { beforeAll, expect, test } from 'vitest';
import { noteUnknown } from '../../app/engine/comparisons/unknown-references.ts';
import { type Person, testWeb } from '../../test/web.ts';
import { readingOf } from './explained.ts';

/** From about 80,000 on the planner takes any range for as cheap as all of them. */
const sent = 120_000;
const aPage = 100;

const own = testWeb();
let ann: Person;
let connectionId: number;

beforeAll(async () => {
  ann = await own.person(await own.account());
  const [connection] = await own.sql<{ id: number }>(
    `insert into connections (account_id, name, connector, slug, capabilities, state, settings)
     values ($1, 'Amware', 'amware', 'amware', '{warehouse}', 'active', '{}') returning id`,
    [ann.accountId],
  );
  connectionId = Number(connection?.id);
  await own.sql(
    `insert into warehouse_orders (account_id, connection_id, reference)
     select $1, $2, 'CD-' || left(md5(n::text), 24) from generate_series(1, ${sent}) as n`,
    [ann.accountId, connectionId],
  );
  await own.sql('vacuum analyze warehouse_orders');
});

test('of a page of references that were sent each is looked up by itself, however many there are', async () => {
  const page = await own.sql<{ reference: string }>('select reference from warehouse_orders order by id desc limit $1', [aPage]);
  const named = page.map(({ reference }) => ({ reference, numbers: null }));
  const { rows, pages } = await readingOf(
    own.database,
    (tenant) => noteUnknown(tenant, { connectionId, stream: 'order_changes', cursor: null }, named),
    ann,
  );
  expect(rows).toBeGreaterThan(0);
  expect(rows).toBeLessThanOrEqual(3 * aPage);
  expect(pages).toBeLessThanOrEqual(20 * aPage);
});
