import { expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { startReceiver } from '../../../../test/webhooks/receiver.ts';
import { startSending } from '../../../../test/webhooks/sending.ts';
import { openDeliverer } from './deliverer.ts';

const own = testDatabase();

test('ten thousand events for a dead host: a few calls, then one at a time, and another receiver has its events at once', async () => {
  const receiver = await startReceiver();
  const { engine, subscribe, happen, accountId, deliver, passTime, standing } = await startSending(own, receiver.origin);
  const dead = await subscribe('https://nobody.invalid/hooks', ['order.received']);
  await subscribe(`${receiver.origin}/hooks`);
  await own.sql(`insert into events (account_id, type, record_id) select $1, 'order.received', n from generate_series(1, 10000) as n`, [
    accountId,
  ]);
  const deliverer = openDeliverer(engine);
  while (await deliverer.turn());
  await deliverer.settled();
  await happen('order.shipped', 1, 2, 3);
  await deliver();
  expect(receiver.received).toHaveLength(3);
  const calls = async () => Number((await own.sql<{ n: string }>('select count(*) as n from delivery_tries where status is null'))[0]?.n);
  const first = await calls();
  expect(first).toBeGreaterThanOrEqual(5);
  expect(first).toBeLessThanOrEqual(16);
  expect(await standing(dead.id)).toMatchObject({ state: 'on' });
  await passTime();
  await deliver();
  expect(await calls()).toBe(first + 1);
});

test('a receiver that takes its time delays no other, not even one on the same host', async () => {
  const receiver = await startReceiver();
  const held: (() => void)[] = [];
  receiver.reply = ({ path }, response) => {
    const reply = () => response.writeHead(204).end();
    if (path === '/slow') held.push(reply);
    else reply();
  };
  const { engine, subscribe, happen } = await startSending(own, receiver.origin);
  await subscribe(`${receiver.origin}/slow`, ['order.received']);
  await subscribe(`${receiver.origin}/quick`);
  await happen('order.received', ...Array.from({ length: 300 }, (_, at) => at + 1));
  const deliverer = openDeliverer(engine);
  await deliverer.turn();
  await expect.poll(() => held.length).toBe(8);
  for (const id of [1, 2, 3]) await happen('order.shipped', id);
  await deliverer.turn();
  await expect.poll(() => receiver.received.filter(({ path }) => path === '/quick').length).toBe(3);
  expect(held).toHaveLength(8);
  receiver.reply = (_, response) => response.writeHead(204).end();
  for (const reply of held) reply();
  await deliverer.settled();
});

test('an account whose events cannot be numbered keeps no other waiting', async () => {
  const receiver = await startReceiver();
  const [broken, other] = [await startSending(own, receiver.origin), await startSending(own, receiver.origin)];
  for (const { subscribe, happen } of [broken, other]) {
    await subscribe(`${receiver.origin}/hooks`);
    await happen('order.shipped', 7);
  }
  // The sequence that it would be given is taken.
  await own.sql(`insert into events (account_id, type, record_id, sequence) values ($1, 'order.shipped', 8, 1)`, [broken.accountId]);
  await other.deliver();
  expect(await other.deliveries()).toMatchObject([{ state: 'delivered' }]);
  expect(receiver.received).toHaveLength(1);
  await own.sql('delete from events where account_id = $1', [broken.accountId]);
});

test('two workers do not send one event twice', async () => {
  const receiver = await startReceiver();
  const { engine, subscribe, happen } = await startSending(own, receiver.origin);
  await subscribe(`${receiver.origin}/hooks`);
  await happen('order.shipped', ...Array.from({ length: 100 }, (_, at) => at + 1));
  const workers = [openDeliverer(engine), openDeliverer(engine), openDeliverer(engine)];
  await Promise.all(workers.map((worker) => worker.turn()));
  await Promise.all(workers.map((worker) => worker.settled()));
  expect(receiver.received).toHaveLength(100);
});
