import { expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { startReceiver } from '../../../../test/webhooks/receiver.ts';
import { startSending } from '../../../../test/webhooks/sending.ts';
import { numberEvents } from '../events/number.ts';
import { openDeliverer } from './deliverer.ts';
import { takeRound } from './round.ts';
import { sendRound } from './send.ts';
import { hostSlots } from './slots.ts';

const own = testDatabase();

async function withReceiver() {
  const receiver = await startReceiver();
  const sending = await startSending(own, receiver.origin);
  const { id } = await sending.subscribe(`${receiver.origin}/hooks`);
  return { ...sending, receiver, id };
}

test('from a database that may not be the newest nothing is sent, and nobody tries again and again', async () => {
  const { engine, receiver, happen } = await withReceiver();
  await happen('order.shipped', 6);
  await numberEvents(own.database);
  await own.sql(`update installation set life = database_life(), stopped = 'copy', reason = '{"code":"copy_works"}', stopped_at = now()`);
  onTestFinished(async () => {
    await own.sql('update installation set life = null, stopped = null, reason = null, stopped_at = null');
  });
  await happen('order.shipped', 7);
  const deliverer = openDeliverer(engine);
  // The event that is new has no number yet: the database that is the newest may give it to another.
  expect(await deliverer.turn()).toBe(false);
  await deliverer.settled();
  expect(receiver.received).toEqual([]);
  await own.sql('update installation set life = null, stopped = null, reason = null, stopped_at = null');
  await deliverer.turn();
  await deliverer.settled();
  expect(receiver.received).toHaveLength(2);
});

test('a process that stops begins no further call, and what it began is stored', async () => {
  const { engine, receiver, happen, deliver, deliveries } = await withReceiver();
  const held: (() => void)[] = [];
  receiver.reply = (_, response) => held.push(() => response.writeHead(204).end());
  await happen('order.shipped', ...Array.from({ length: 50 }, (_, at) => at + 1));
  const stopping = new AbortController();
  const deliverer = openDeliverer(engine, stopping.signal);
  await deliverer.turn();
  await expect.poll(() => held.length).toBe(8);
  stopping.abort();
  receiver.reply = (_, response) => response.writeHead(204).end();
  for (const reply of held) reply();
  await deliverer.settled();
  expect(receiver.received).toHaveLength(8);
  expect((await deliveries()).filter(({ state }) => state === 'delivered')).toHaveLength(8);
  await deliver();
  expect(receiver.received).toHaveLength(50);
});

test('no call begins once another worker could take the subscription soon, however long it took to get so far', async () => {
  const { engine, receiver, happen, id, within, accountId } = await withReceiver();
  await happen('order.shipped', 7);
  const closed = openDeliverer({ ...engine, mark: { ...engine.mark, cover: async () => false } });
  await closed.turn();
  await closed.settled();
  const round = await within((tenant) => takeRound(tenant, id, '00000000-0000-4000-8000-000000000001'));
  expect(round?.due).toHaveLength(1);
  const late = { ...(round as NonNullable<typeof round>), takenAt: performance.now() - 10_000 };
  expect(await sendRound(engine, hostSlots(), accountId, late)).toEqual([]);
  expect(receiver.received).toEqual([]);
});

test('an event that grows old while it is sent takes nothing of the others with it', async () => {
  const { receiver, happen, deliver, deliveries } = await withReceiver();
  receiver.reply = async (_, response) => {
    await own.sql('delete from events where record_id = 1');
    response.writeHead(204).end();
  };
  await happen('order.shipped', 1, 2, 3);
  await deliver();
  await deliver();
  expect(receiver.received).toHaveLength(3);
  expect(await deliveries()).toMatchObject([
    { record: '2', state: 'delivered' },
    { record: '3', state: 'delivered' },
  ]);
});
