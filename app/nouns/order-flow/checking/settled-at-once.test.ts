import { expect, test } from 'vitest';
import { inTenant, type Tenant } from '../../../../platform/tenant.ts';
import { addAccount } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { addConnection, addIssues, addOrder } from '../../../../test/shop/rows.ts';
import { closeIssues } from '../../../shared/issues/commands.ts';
import { openOrderIssues } from '../order-issues.ts';
import { settleOrders } from '../settle.ts';

const own = testDatabase();
const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

/** An order that a reused id stops, as intake says it: without a lock of the order before. */
const stop = (orderId: number, subject: string) => (tenant: Tenant) =>
  openOrderIssues(tenant, [
    { orderId, type: 'changed_after_release', subject, sentence: { code: 'another_sale_of_deleted', channel: 'Shop', number: 'N1' } },
  ]);

test.each([
  ['is stopped for two reasons', (orderId: number) => stop(orderId, 'second'), 3],
  [
    'is stopped for one reason and freed from another',
    (orderId: number) => async (tenant: Tenant) => {
      await closeIssues(tenant, { orderIds: [orderId], types: ['unmapped_sku'] });
      await settleOrders(tenant, [orderId]);
    },
    1,
  ],
])('an order that %s at once counts what is open then, and does not go on', async (_what, second, open) => {
  const { accountId } = await addAccount(own);
  const orderId = await addOrder(own, accountId, await addConnection(own, accountId));
  await addIssues(own, accountId, [{ order_id: orderId }]);
  const actor = { accountId, userId: null };
  let other: Promise<void> | undefined;
  await inTenant(own.database, actor, async (tenant) => {
    await stop(orderId, 'first')(tenant);
    other ??= inTenant(own.database, actor, second(orderId));
    await expect.poll(() => own.sql(waiting)).toHaveLength(1);
  });
  await other;
  expect(await own.sql('select order_status, open_issues, blocking_issues from orders where id = $1', [orderId])).toEqual([
    { order_status: 'error', open_issues: open, blocking_issues: open },
  ]);
});
