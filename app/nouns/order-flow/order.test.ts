import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inTenant } from '../../../platform/tenant.ts';
import { addAccount } from '../../../test/build.ts';
import { testDatabase } from '../../../test/database.ts';
import { addConnection, addIssues, addOrder, addOrders } from '../../../test/shop/rows.ts';
import { isReady, isUnreleased, mayBecome, next, type OrderFacts, orderStatuses, type ReleaseFacts, statusOf } from './order.ts';
import * as inSql from './order-sql.ts';
import { settleOrders } from './settle.ts';

const own = testDatabase();

const either = [false, true];
const units = [
  [0, 0],
  [2, 0],
  [2, 1],
  [2, 2],
  [2, 3],
  [0, 1],
] as const;

/** Every combination of the facts that a status is derived from. */
const everyFact: OrderFacts[] = either.flatMap((cancelled) =>
  either.flatMap((confirmed) =>
    either.flatMap((inAmware) =>
      [0, 1, 2].flatMap((blockingIssues) =>
        units.map(([unitsOrdered, unitsShipped]) => ({ cancelled, confirmed, inAmware, blockingIssues, unitsOrdered, unitsShipped })),
      ),
    ),
  ),
);

test('the SQL of settling says for every combination of facts what the truth table says', async () => {
  const { accountId, userId } = await addAccount(own);
  const connectionId = await addConnection(own, accountId);
  // Every status is reachable from `error`.
  const rows = everyFact.map((facts) => ({
    order_status: 'error',
    cancelled_at: facts.cancelled ? at : null,
    confirmed_at: facts.confirmed ? at : null,
    in_amware: facts.inAmware ? 1 : 0,
    units_ordered: facts.unitsOrdered,
    units_shipped: facts.unitsShipped,
  }));
  const ids = await addOrders(own, accountId, connectionId, rows);
  const open = everyFact.flatMap(({ blockingIssues }, index) =>
    Array.from({ length: blockingIssues }, () => ({ order_id: ids[index] as number, closed_at: null })),
  );
  // Closed issues and issues that do not block are not counted.
  const others = ids.flatMap((order_id) => [
    { order_id, closed_at: at },
    { order_id, closed_at: null, blocking: false },
  ]);
  await addIssues(own, accountId, [...open, ...others]);
  await inTenant(own.database, { accountId, userId }, (tenant) => settleOrders(tenant, ids));
  const settled = await own.sql<{ order_status: string; blocking_issues: number; open_issues: number }>(
    'select order_status, blocking_issues, open_issues from orders where account_id = $1 order by id',
    [accountId],
  );
  expect(settled.map(({ order_status }) => order_status)).toEqual(everyFact.map(statusOf));
  expect(settled.map(({ blocking_issues }) => blocking_issues)).toEqual(everyFact.map(({ blockingIssues }) => blockingIssues));
  expect(settled.every(({ open_issues, blocking_issues }) => open_issues === blocking_issues + 1)).toBe(true);
});

const at = new Date('2026-11-20T12:00:00Z');
const possible: { [Fact in keyof ReleaseFacts]: readonly ReleaseFacts[Fact][] } = {
  order_status: ['pending', 'error'],
  source_state: ['ready', 'waiting'],
  blocking_issues: [0, 1],
  on_hold: either,
  locked: either,
  must_reread: either,
  release_after: [null, at, new Date('2100-01-01T00:00:00Z')],
  shared_goods: [null, 'undecided', 'ship'],
  gone_at: [null, at],
  warehouse_order_id: [null, 7],
  in_amware: [0, 1],
  cancelled_at: [null, at],
  confirmed_at: [null, at],
  deleted_at: [null, at],
};
const everyRelease = Object.entries(possible).reduce<Record<string, unknown>[]>(
  (before, [fact, values]) => before.flatMap((facts) => values.map((value) => ({ ...facts, [fact]: value }))),
  [{}],
) as ReleaseFacts[];

test('the SQL of what is unreleased and ready says for every combination of facts what the rules say', async () => {
  const { accountId, userId } = await addAccount(own);
  const { rows } = await inTenant(own.database, { accountId, userId }, (tenant) =>
    sql<{ unreleased: boolean; ready: boolean }>`
      select ${inSql.isUnreleased} as unreleased, ${inSql.isReady} as ready
      from rows from (json_to_recordset(${JSON.stringify(everyRelease)}::json) as (order_status text, source_state text,
        blocking_issues int, on_hold boolean,
        locked boolean, must_reread boolean, release_after timestamptz, shared_goods text, gone_at timestamptz,
        warehouse_order_id bigint, in_amware int, cancelled_at timestamptz, confirmed_at timestamptz, deleted_at timestamptz))
        with ordinality as o order by o.ordinality`.execute(tenant.db),
  );
  expect(rows.map(({ unreleased }) => unreleased)).toEqual(everyRelease.map(isUnreleased));
  expect(rows.map(({ ready }) => ready)).toEqual(everyRelease.map((facts) => isReady(facts)));
  // Once without a time, and once after it: as it is, as a person decided, and as a person decided although it is gone.
  expect(everyRelease.filter((facts) => isReady(facts))).toHaveLength(6);
});

test('a transition that the table does not know is refused, and nothing of it is written', async () => {
  const { accountId, userId } = await addAccount(own);
  const connectionId = await addConnection(own, accountId);
  const facts = { order_status: 'fulfilled', in_amware: 1 };
  const fine = await addOrder(own, accountId, connectionId, { in_amware: 1 });
  const wrong = await addOrder(own, accountId, connectionId, facts);
  await expect(inTenant(own.database, { accountId, userId }, (tenant) => settleOrders(tenant, [fine, wrong]))).rejects.toThrow(
    `Order ${wrong} cannot go from fulfilled to packing.`,
  );
  const rows = await own.sql('select order_status from orders where account_id = $1 order by id', [accountId]);
  expect(rows).toEqual([{ order_status: 'pending' }, { order_status: 'fulfilled' }]);
});

test('what has ended never goes back to the warehouse, and everything else can stop and go on', () => {
  for (const ended of ['fulfilled', 'cancelled'] as const)
    for (const status of ['packing', 'partially_shipped', 'shipped'] as const) expect(next[ended]).not.toContain(status);
  for (const status of orderStatuses) expect(mayBecome(status, status)).toBe(true);
  for (const status of ['pending', 'packing', 'partially_shipped', 'shipped'] as const) {
    expect(mayBecome(status, 'error')).toBe(true);
    expect(mayBecome('error', status)).toBe(true);
  }
});

test('what was cancelled while the warehouse has it comes back by the undo of that decision alone', () => {
  const comesBack = (facts: Parameters<typeof mayBecome>[2]) => orderStatuses.filter((status) => mayBecome('cancelled', status, facts));
  expect(comesBack({ isThere: true })).toEqual(['cancelled']);
  expect(comesBack({ isThere: true, isUndone: true })).toEqual(['packing', 'error', 'cancelled']);
  expect(comesBack({ isUndone: true })).toEqual(comesBack({}));
});
