import { expect, test } from 'vitest';
import type { Log } from '../../../../platform/log.ts';
import { withoutPerson } from '../../../../platform/tenant.ts';
import { outcomesInWords } from '../../../../test/in-words.ts';
import { quietLog } from '../../../../test/shop/quiet.ts';
import { addConnection, addIssues, addOrders } from '../../../../test/shop/rows.ts';
import { testWeb } from '../../../../test/web.ts';
import { workBulk } from '../../../shared/runs/bulk/work.ts';
import { recordEvents } from '../../order-flow/history.ts';
import { openOrderIssues } from '../../order-flow/order-issues.ts';
import { orderBulk } from './verbs.ts';

const own = testWeb();

/** Three orders that a disconnected warehouse has, and about which a person is to decide together. */
async function leftBehind() {
  const person = await own.person(await own.account('Ours'));
  const { accountId, userId } = person;
  const channel = await addConnection(own, accountId);
  const gone = await addConnection(own, accountId, 'warehouse');
  await own.sql(`update connections set state = 'disconnected', disconnected_at = now() where id = $1`, [gone]);
  await addConnection(own, accountId, 'warehouse');
  const there = { order_status: 'error', in_amware: 1, open_issues: 1, blocking_issues: 1 };
  const ids = await addOrders(own, accountId, channel, [there, there, there]);
  for (const order of ids)
    await own.sql(
      `with made as (insert into warehouse_orders (account_id, connection_id, state, reference)
         values ($1, $2, 'accepted', gen_random_uuid()::text) returning id)
       update orders set warehouse_order_id = (select id from made) where id = $3`,
      [accountId, gone, order],
    );
  await addIssues(
    own,
    accountId,
    ids.map((order_id) => ({ order_id, connection_id: gone, type: 'former_warehouse', subject: 'former_warehouse', blocking: true })),
  );
  const send = async (url: string, payload: object) => (await own.as(person, { method: 'POST', url, payload })).json();
  const work = (runId: number) =>
    workBulk(
      { database: own.database, log: quietLog().log as unknown as Log },
      { accountId, userId },
      runId,
      new AbortController().signal,
      { orders: { bulk: orderBulk } },
    );
  const within = (change: Parameters<typeof withoutPerson<void>>[2]) => withoutPerson(own.database, accountId, change);
  return { ids, channel, gone, send, work, within };
}

test.each(['send-anew', 'end-here'])('nobody decides about what changed since the orders were counted for them (%s)', async (action) => {
  const { ids, channel, gone, send, work, within } = await leftBehind();
  const [changed = 0, shipped = 0, same = 0] = ids;
  const { runId, total } = await send('/api/orders/former-warehouse/prepare', { connection_id: gone });
  expect(total).toBe(3);
  await within(async (tenant) => {
    await openOrderIssues(tenant, [
      {
        ...{ orderId: changed, connectionId: channel, type: 'changed_after_release', subject: 'order', blocking: false },
        sentence: { code: 'order_changed', channel: 'Shop' },
      },
    ]);
    const sentence = { code: 'shipped', units: 1, carrier: 'UPS', tracking: '1Z' } as const;
    await recordEvents(tenant, [{ orderId: shipped, kind: 'shipped', sentence }]);
  });
  expect(await send('/api/orders/bulk-action', { action, runId })).toMatchObject({ runId });
  await work(runId);
  const outcomes = await own.sql(
    `select outcome, record_id::int as id, reason from run_outcomes where run_id = $1 and outcome = 'skipped' order by record_id`,
    [runId],
  );
  const left = { outcome: 'skipped', reason: 'It was changed since.' };
  expect(outcomesInWords(outcomes)).toMatchObject([
    { id: changed, ...left },
    { id: shipped, ...left },
  ]);
  const orders = await own.sql('select id::int, warehouse_order_id is null as taken from orders where id = any($1) order by id', [ids]);
  expect(orders).toEqual(ids.map((id) => ({ id, taken: id === same })));
});
