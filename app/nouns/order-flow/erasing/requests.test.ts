import { expect, test } from 'vitest';
import type { Notice } from '../../../../connectors/contract.ts';
import { buildShop, ofOrders } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { notificationsInWords } from '../../../../test/in-words.ts';
import { disconnect } from '../../../shared/connections/connecting/commands.ts';
import { takeNotices } from '../../../shared/connections/webhooks/notices.ts';
import { retryRequests } from './requests.ts';

const own = testDatabase();
const person = (email: string | null, remoteOrderIds: string[] = []) => ({ email, phone: null, remoteOrderIds });

/** A shop with an order of each of these buyers, which have not ended. */
async function soldTo(...emails: string[]) {
  const shop = await buildShop(own, { reads: ofOrders });
  for (const [n, customerEmail] of emails.entries()) {
    const shipTo = { name: `Zabelstein ${n}`, street1: `${n} Lindwurm Lane` } as never;
    shop.sell({ orderNumber: `100${n}`, customerEmail, items: [{ sku: 'NOWHERE', quantity: 1 }], shipTo } as never);
  }
  await shop.sync();
  const take = async (...notices: Notice[]) => {
    await shop.inTenant((tenant) => takeNotices(tenant, { id: shop.channelId }, notices));
    await shop.engine.runJobs();
  };
  const end = (number: string) =>
    own.sql(`update orders set order_status = 'cancelled' where account_id = $1 and source_order_number = $2`, [shop.accountId, number]);
  const buyers = async () =>
    (
      await own.sql<{ customer_name: string }>('select customer_name from orders where account_id = $1 order by source_order_number', [
        shop.accountId,
      ])
    ).map(({ customer_name }) => customer_name);
  const requests = () =>
    own.sql('select kind, email, waits_for, done_at is not null as done from privacy_requests where account_id = $1 order by id', [
      shop.accountId,
    ]);
  const audit = () =>
    own.sql(`select verb, noun, changes from audit_entries where account_id = $1 and noun like 'buyer%' order by id`, [shop.accountId]);
  const told = async () =>
    notificationsInWords(
      await own.sql(`select sentence from notifications where account_id = $1 and kind = 'buyers_data' order by id`, [shop.accountId]),
    );
  return { ...shop, take, end, buyers, requests, audit, told };
}

test('a buyer is erased when their channel asks for it, once their orders have ended, and nobody else is', async () => {
  const shop = await soldTo('ann@zabelstein.example', 'ben@zabelstein.example');
  const erase: Notice = { id: 'n-1', kind: 'erase_person', person: person('ANN@zabelstein.example') };
  await shop.take(erase, erase);
  expect(await shop.requests()).toEqual([
    { kind: 'erase_person', email: 'ANN@zabelstein.example', waits_for: expect.any(String), done: false },
  ]);
  expect(await shop.buyers()).toEqual(['Zabelstein 0', 'Zabelstein 1']);
  // Nothing can be done before the order has ended that it waits for.
  await shop.inTenant(retryRequests);
  const jobs = () => own.sql(`select from graphile_worker.jobs where task_identifier = 'buyers:requests'`);
  expect(await jobs()).toHaveLength(0);
  await shop.end('1000');
  await shop.inTenant(retryRequests);
  expect(await jobs()).toHaveLength(1);
  await shop.engine.runJobs();
  expect(await shop.buyers()).toEqual(['Erased', 'Zabelstein 1']);
  expect(await shop.requests()).toEqual([{ kind: 'erase_person', email: null, waits_for: null, done: true }]);
  expect(await shop.audit()).toMatchObject([{ verb: 'deleted', noun: 'buyer of connection' }]);
  // The delivery comes again after it was done.
  await shop.take(erase);
  expect(await shop.audit()).toHaveLength(1);
});

test('nobody is erased while an order of theirs from another channel has not ended', async () => {
  const shop = await soldTo('ann@zabelstein.example', 'ANN@zabelstein.example');
  await own.sql(`update orders set connection_id = $2 where account_id = $1 and source_order_number = '1001'`, [
    ...[shop.accountId, shop.warehouseId],
  ]);
  await shop.end('1000');
  await shop.take({ id: 'n-1', kind: 'erase_person', person: person('ann@zabelstein.example') });
  expect(await shop.buyers()).toEqual(['Zabelstein 0', 'Zabelstein 1']);
  expect(await shop.requests()).toMatchObject([{ done: false, waits_for: expect.any(String) }]);
  await shop.end('1001');
  await shop.inTenant(retryRequests);
  await shop.engine.runJobs();
  expect(await shop.buyers()).toEqual(['Erased', 'Zabelstein 1']);
});

test('what is sent of an order that has not ended keeps every word, also those of a buyer who is erased', async () => {
  const shop = await soldTo('ann@zabelstein.example', 'ben@zabelstein.example');
  const [sent] = await own.sql<{ id: string }>(
    `insert into warehouse_orders (account_id, connection_id, reference, sent, replacement) values ($1, $2, 'R-1', $3, $3) returning id`,
    [shop.accountId, shop.warehouseId, { recipient: { street: '0 Lindwurm Lane' } }],
  );
  await own.sql(`update orders set warehouse_order_id = $2 where account_id = $1 and source_order_number = '1001'`, [
    ...[shop.accountId, sent?.id],
  ]);
  await own.sql(`update order_lines l set options = $2 from orders o where o.id = l.order_id and o.account_id = $1 and l.account_id = $1`, [
    ...[shop.accountId, JSON.stringify([{ name: 'Engraving', value: '0 Lindwurm Lane' }])],
  ]);
  await shop.end('1000');
  await shop.take({ id: 'n-1', kind: 'erase_person', person: person('ann@zabelstein.example') });
  expect(await shop.buyers()).toEqual(['Erased', 'Zabelstein 1']);
  const recipient = { recipient: { street: '0 Lindwurm Lane' } };
  expect(await own.sql('select sent, replacement from warehouse_orders where id = $1', [sent?.id])).toEqual([
    { sent: recipient, replacement: recipient },
  ]);
  const lines = await own.sql<{ value: string }>(
    `select l.options -> 0 ->> 'value' as value from order_lines l join orders o on o.id = l.order_id where o.account_id = $1
     order by o.source_order_number`,
    [shop.accountId],
  );
  expect(lines.map(({ value }) => value)).toEqual(['erased', '0 Lindwurm Lane']);
});

test('a request that waits for long is told to people, once', async () => {
  const shop = await soldTo('ann@zabelstein.example');
  await shop.take({ id: 'n-1', kind: 'erase_person', person: person('ann@zabelstein.example') });
  expect(await shop.told()).toEqual([]);
  await own.sql(`update privacy_requests set received_at = '2026-10-01T12:00:00Z' where account_id = $1`, [shop.accountId]);
  for (const _ of [1, 2]) {
    await shop.inTenant(retryRequests);
    await shop.engine.runJobs();
  }
  const told = await shop.told();
  expect(new Set(told.map((each) => JSON.stringify(each))).size).toBe(1);
  expect(JSON.stringify(told)).toContain('asked on 2026-10-01 to erase a buyer, and their order');
});

test('who only asks what is kept of them is named to people by their orders', async () => {
  const shop = await soldTo('ann@zabelstein.example');
  const [{ remote_id } = { remote_id: '' }] = await own.sql<{ remote_id: string }>('select remote_id from orders where account_id = $1', [
    shop.accountId,
  ]);
  await shop.take(
    { id: 'n-1', kind: 'person_data', person: person(null, [remote_id]) },
    { id: 'n-2', kind: 'person_data', person: person('x@y.example') },
  );
  expect(await shop.requests()).toMatchObject([{ done: true }, { done: true }]);
  const told = JSON.stringify(await shop.told());
  expect(told).toContain('A buyer wants to know what is kept of them, and ShipStation passes that on: send them what their orders say');
  expect(told).toContain('no order of theirs is here');
});

test('a buyer whom nothing names is left to people, and nobody else is taken for them', async () => {
  const shop = await soldTo('ann@zabelstein.example');
  await shop.end('1000');
  await own.sql(`update orders set customer_email = '' where account_id = $1`, [shop.accountId]);
  await shop.take(
    { id: 'n-1', kind: 'erase_person', person: person('') },
    { id: 'n-2', kind: 'erase_person', person: person('', ['unknown']) },
    { id: 'n-3', kind: 'person_data', person: person(null) },
  );
  expect(await shop.buyers()).toEqual(['Zabelstein 0']);
  const told = JSON.stringify(await shop.told());
  expect(told).toContain('a buyer wants to be erased, but names neither');
  expect(told).toContain('a buyer wants to know what is kept of them, but names neither');
  const rows = await own.sql('select remote_order_ids from privacy_requests where account_id = $1', [shop.accountId]);
  expect(rows).toEqual(Array(3).fill({ remote_order_ids: [] }));
});

test('a shop that is erased loses every buyer whose orders have ended, and the others when theirs have', async () => {
  const shop = await soldTo('ann@zabelstein.example', 'ben@zabelstein.example', 'cid@zabelstein.example');
  await shop.end('1000');
  await shop.end('1002');
  await shop.take({ id: 'n-1', kind: 'erase_shop' });
  expect(await shop.buyers()).toEqual(['Erased', 'Zabelstein 1', 'Erased']);
  expect(await shop.requests()).toMatchObject([{ done: false }]);
  await shop.end('1001');
  await shop.inTenant(retryRequests);
  await shop.engine.runJobs();
  expect(await shop.buyers()).toEqual(['Erased', 'Erased', 'Erased']);
  expect(await shop.requests()).toMatchObject([{ done: true }]);
});

test('orders that come in after a shop asked to be erased keep their buyers, and the request ends without them', async () => {
  const shop = await soldTo('ann@zabelstein.example', 'ben@zabelstein.example', 'cid@zabelstein.example');
  const since = (number: string) =>
    own.sql(`update orders set created_at = now() + interval '1 minute' where account_id = $1 and source_order_number = $2`, [
      ...[shop.accountId, number],
    ]);
  await Promise.all(['1001', '1002'].map(since));
  await Promise.all(['1000', '1001'].map(shop.end));
  await shop.take({ id: 'n-1', kind: 'erase_shop' });
  expect(await shop.buyers()).toEqual(['Erased', 'Zabelstein 1', 'Zabelstein 2']);
  expect(await shop.requests()).toMatchObject([{ done: true, waits_for: null }]);
});

test('a shop is erased though its connection was disconnected before it asked for it, and the audit says so', async () => {
  const shop = await soldTo('ann@zabelstein.example');
  await shop.end('1000');
  await shop.inTenant((tenant) => disconnect(tenant, shop.channelId));
  await shop.take({ id: 'n-1', kind: 'erase_shop' });
  expect(await shop.buyers()).toEqual(['Erased']);
  expect(await shop.requests()).toMatchObject([{ kind: 'erase_shop', done: true }]);
  expect(await shop.audit()).toMatchObject([{ verb: 'deleted', noun: 'buyers of connection' }]);
});

test('words that an open order has, too, stay until it has ended when a shop is erased', async () => {
  const shop = await soldTo('ann@zabelstein.example', 'ben@zabelstein.example');
  await own.sql(`update orders set address = '9 Shared Court' where account_id = $1`, [shop.accountId]);
  const text = 'To Zabelstein 0, 9 Shared Court';
  await own.sql(`insert into saved_replies (account_id, name, body) values ($1, 'R', $2)`, [shop.accountId, text]);
  const body = async () => (await own.sql('select body from saved_replies where account_id = $1', [shop.accountId]))[0];
  await shop.end('1000');
  await shop.take({ id: 'n-1', kind: 'erase_shop' });
  expect(await body()).toEqual({ body: 'To erased, 9 Shared Court' });
  await shop.end('1001');
  await shop.inTenant(retryRequests);
  await shop.engine.runJobs();
  expect(await body()).toEqual({ body: 'To erased, erased' });
});
