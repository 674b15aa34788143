import { expect, test } from 'vitest';
import { buildShop, ofOrders } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { startSending } from '../../../../test/webhooks/sending.ts';
import { closeIssues } from '../../issues/commands.ts';
import { createSubscription } from '../subscriptions/commands.ts';
import { numberEvents } from './number.ts';
import { writeEvents } from './write.ts';

const own = testDatabase();
const url = 'https://receiver.example/hooks';

test('an order tells what happens to it from its arrival to its confirmation, and nothing where nobody subscribes', async () => {
  const shop = await buildShop(own, { pace: 'instant', reads: ofOrders });
  const types = async () =>
    (
      await own.sql<{ type: string; n: number }>(
        'select type, count(*)::int as n from events where account_id = $1 group by 1 order by 1',
        [shop.accountId],
      )
    ).map(({ type, n }) => `${type} ${n}`);
  shop.sell({ orderNumber: 'SO-1' });
  await shop.flow();
  expect(await types()).toEqual([]);
  await shop.inTenant((tenant) =>
    createSubscription(tenant, shop.engine.seal, {
      name: 'Ledger',
      url,
      types: ['order.received', 'order.released', 'order.shipped', 'order.confirmed', 'stock.changed'],
    }),
  );
  shop.sell({ orderNumber: 'SO-2' });
  await shop.flow();
  await shop.engine.passTime();
  await shop.sync();
  expect(await shop.order('SO-2')).toMatchObject({ order_status: 'fulfilled' });
  expect(await types()).toEqual(['order.confirmed 1', 'order.received 1', 'order.released 1', 'order.shipped 1', 'stock.changed 1']);
});

test('an issue is opened and closed once', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  await shop.inTenant((tenant) =>
    createSubscription(tenant, shop.engine.seal, { name: 'Ledger', url, types: ['issue.opened', 'issue.closed'] }),
  );
  shop.sell({ orderNumber: 'SO-1', items: [{ sku: 'UNKNOWN', quantity: 1 }] });
  await shop.sync();
  const { id } = await shop.order('SO-1');
  const events = () =>
    own.sql(
      `select e.type, i.type as issue from events e join issues i on i.account_id = e.account_id and i.id = e.record_id
       where e.account_id = $1 order by e.id`,
      [shop.accountId],
    );
  expect(await events()).toEqual([{ type: 'issue.opened', issue: 'unmapped_sku' }]);
  await shop.inTenant((tenant) => closeIssues(tenant, { orderIds: [id], types: ['unmapped_sku'] }));
  expect(await events()).toEqual([
    { type: 'issue.opened', issue: 'unmapped_sku' },
    { type: 'issue.closed', issue: 'unmapped_sku' },
  ]);
});

test('nothing gets a sequence behind one that was given: a transaction that is open for long comes after it', async () => {
  const { within, subscribe, happen, accountId } = await startSending(own, null);
  await subscribe(url);
  const sequences = () =>
    own.sql<{ record: string; sequence: string | null }>(
      'select record_id::text as record, sequence from events where account_id = $1 order by id',
      [accountId],
    );
  await within(async (tenant) => {
    await writeEvents(tenant, [{ type: 'order.shipped', id: 1 }]);
    await happen('order.shipped', 2);
    await numberEvents(own.database);
    expect(await sequences()).toMatchObject([{ record: '2', sequence: '1' }]);
  });
  await numberEvents(own.database);
  expect(await sequences()).toMatchObject([
    { record: '1', sequence: '2' },
    { record: '2', sequence: '1' },
  ]);
  await own.sql('delete from events where account_id = $1', [accountId]);
  await happen('order.shipped', 3);
  await numberEvents(own.database);
  expect(await sequences()).toMatchObject([{ record: '3', sequence: '3' }]);
});
