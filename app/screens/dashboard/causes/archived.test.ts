import { expect, test } from 'vitest';
import { inTenant } from '../../../../platform/tenant.ts';
import { addAccount } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { addConnection, addIssues, addOrders } from '../../../../test/shop/rows.ts';
import { orderFilter } from '../../../nouns/order-flow/contract/filter.ts';
import { countTabs } from '../../../nouns/orders/list/context.ts';
import { listOrders } from '../../../nouns/orders/list/queries.ts';
import { purchaseOrderFilter } from '../../../nouns/purchase-flow/contract/filter.ts';
import { countPurchaseTabs, listPurchaseOrders } from '../../../nouns/purchase-orders/list/queries.ts';
import { listCauses } from '../../../shared/issues/queries.ts';
import { ordersWith, purchasesWith } from '../widgets/causes/lists-of.ts';

const own = testDatabase();
const type = 'retries_exhausted';
const archive = (table: string, is: boolean) =>
  own.sql(`update ${table} set archived_at = case when $1 then now() end where id = (select min(id) from ${table} where open_issues > 0)`, [
    is,
  ]);
const filterOf = (address: string) => Object.fromEntries(new URL(address, 'http://crossdock.test').searchParams);

test('the lists that Home leads to have as many as it counts, also of those that were archived, and when they come back', async () => {
  const actor = await addAccount(own);
  const channel = await addConnection(own, actor.accountId);
  const waiting = { order_status: 'fulfilled', open_issues: 1 };
  const ids = await addOrders(own, actor.accountId, channel, [waiting, waiting, waiting, { ...waiting, open_issues: 0 }]);
  const issue = { type, subject: '', connection_id: channel };
  const sentence = { code: 'not_confirmed', channel: 'ShipStation' };
  await addIssues(
    own,
    actor.accountId,
    ids.slice(0, 3).map((order_id) => ({ ...issue, sentence, order_id })),
  );
  await own.sql(
    `with made as (insert into purchase_orders (account_id, source_number, status, open_issues)
      select $1, 'P-' || n, 'closed_out', 1 from generate_series(1, 2) as n returning id)
    insert into issues (account_id, purchase_order_id, type, subject, sentence, blocking) select $1, id, $2, '', $3, false from made`,
    [actor.accountId, type, JSON.stringify(sentence)],
  );
  const counts = () =>
    inTenant(own.database, actor, async (tenant) => {
      const [group] = (await listCauses(tenant)).groups;
      const orders = await listOrders(tenant, orderFilter.parse(filterOf(ordersWith(type))));
      const purchases = await listPurchaseOrders(tenant, purchaseOrderFilter.parse(filterOf(purchasesWith(type))));
      return {
        orders: [group?.orders, orders.total, orders.data.length, (await countTabs(tenant)).attention],
        purchases: [group?.purchase_orders, purchases.total, purchases.data.length, (await countPurchaseTabs(tenant)).attention],
      };
    });
  const all = { orders: [3, 3, 3, 3], purchases: [2, 2, 2, 2] };
  expect(await counts()).toEqual(all);
  for (const is of [true, false]) {
    await archive('orders', is);
    await archive('purchase_orders', is);
    expect([is, await counts()]).toEqual([is, all]);
  }
});

test('a list of what needs a person that is sorted or narrowed otherwise has the archived ones, too', async () => {
  const actor = await addAccount(own);
  const channel = await addConnection(own, actor.accountId);
  await addOrders(own, actor.accountId, channel, [
    { order_status: 'fulfilled', open_issues: 1, archived_at: '2026-11-21T00:00:00Z', country: 'DE' },
    { order_status: 'error', open_issues: 1, country: 'DE' },
    { order_status: 'error', open_issues: 1, country: 'US' },
  ]);
  const total = (query: object) =>
    inTenant(own.database, actor, async (tenant) => (await listOrders(tenant, orderFilter.parse({ view: 'attention', ...query }))).total);
  for (const orderBy of ['order_number', 'order_status', 'customer_name', 'total_cost']) expect(await total({ orderBy })).toBe(3);
  expect(await total({ country: 'DE' })).toBe(2);
  expect(await total({ country: 'DE', archived: 'no' })).toBe(1);
  expect(await total({ archived: 'yes' })).toBe(1);
  expect(await total({ start_at: '2026-11-01' })).toBe(3);
});
