import type { ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { sealWith } from '../../../../platform/seal.ts';
import { testDatabase } from '../../../../test/database.ts';
import { startReceiver } from '../../../../test/webhooks/receiver.ts';
import { startSending } from '../../../../test/webhooks/sending.ts';
import { replayDelivery } from '../log/commands.ts';
import { changeSubscription, rotateSecret } from '../subscriptions/commands.ts';
import { subscriptionContext } from '../subscriptions/secrets.ts';

const own = testDatabase();

async function withReceiver() {
  const receiver = await startReceiver();
  const sending = await startSending(own, receiver.origin);
  const { id, secret } = await sending.subscribe(`${receiver.origin}/hooks`);
  return { ...sending, receiver, id, secret };
}

test('an event arrives once, signed, with a thin body and its sequence', async () => {
  const { receiver, secret, happen, deliver, accountId, deliveries } = await withReceiver();
  await happen('order.shipped', 7);
  await deliver();
  await deliver();
  expect(receiver.received).toHaveLength(1);
  const [{ headers, body }] = receiver.received as [(typeof receiver.received)[0]];
  const message = new Webhook(secret).verify(body, headers);
  expect(message).toEqual({ type: 'order.shipped', timestamp: expect.any(String), data: { account: accountId, id: 7, sequence: 1 } });
  expect(headers['webhook-id']).toMatch(/^evt_/);
  expect(await deliveries()).toMatchObject([{ state: 'delivered', attempts: 1 }]);
});

test('while a secret is exchanged, the former one and the new one verify; a third does not', async () => {
  const { receiver, secret: former, id, happen, deliver, within, engine } = await withReceiver();
  const { secret } = await within((tenant) => rotateSecret(tenant, engine.seal, id));
  await happen('order.shipped', 7);
  await deliver();
  const [{ headers, body }] = receiver.received as [(typeof receiver.received)[0]];
  for (const each of [former, secret]) expect(() => new Webhook(each).verify(body, headers)).not.toThrow();
  expect(() => new Webhook(`whsec_${Buffer.alloc(32).toString('base64')}`).verify(body, headers)).toThrow();
  await own.sql(`update event_subscriptions set former_until = now() - interval '1 second' where id = ${id}`);
  await happen('order.shipped', 8);
  await deliver();
  const later = receiver.received[1] as (typeof receiver.received)[0];
  expect(() => new Webhook(former).verify(later.body, later.headers)).toThrow();
  expect(() => new Webhook(secret).verify(later.body, later.headers)).not.toThrow();
});

test('of a former secret that can no longer be opened, and the last one, the last signs beside a new one', async () => {
  const { receiver, secret: last, id, happen, deliver, within, engine, accountId } = await withReceiver();
  const gone = sealWith(['a key that nobody has by now, of thirty-two letters']);
  await own.sql(`update event_subscriptions set former_secret = $1, former_until = now() + interval '1 hour' where id = ${id}`, [
    gone.seal('whsec_bG9zdA==', subscriptionContext(accountId, id)),
  ]);
  const { secret } = await within((tenant) => rotateSecret(tenant, engine.seal, id));
  await happen('order.shipped', 7);
  await deliver();
  const [{ headers, body }] = receiver.received as [(typeof receiver.received)[0]];
  for (const each of [last, secret]) expect(() => new Webhook(each).verify(body, headers)).not.toThrow();
});

test('a second exchange on the same day keeps the secret that the receiver has, and ends the one that was made last', async () => {
  const { receiver, secret: former, id, happen, deliver, within, engine } = await withReceiver();
  const { secret: lost } = await within((tenant) => rotateSecret(tenant, engine.seal, id));
  await own.sql(`update event_subscriptions set former_until = now() + interval '1 hour' where id = ${id}`);
  const { secret } = await within((tenant) => rotateSecret(tenant, engine.seal, id));
  await happen('order.shipped', 7);
  await deliver();
  const [{ headers, body }] = receiver.received as [(typeof receiver.received)[0]];
  for (const each of [former, secret]) expect(() => new Webhook(each).verify(body, headers)).not.toThrow();
  expect(() => new Webhook(lost).verify(body, headers)).toThrow();
  const [{ hours }] = (await own.sql(
    `select round(extract(epoch from former_until - now()) / 3600)::int as hours from event_subscriptions where id = ${id}`,
  )) as [{ hours: number }];
  expect(hours).toBe(24);
});

test('a failure is tried again later under the same id, and does not hold up later events of its record', async () => {
  const { receiver, happen, deliver, passTime, deliveries } = await withReceiver();
  receiver.reply = (_, response) => response.writeHead(500).end();
  await happen('order.shipped', 7);
  await deliver();
  expect(await deliveries()).toMatchObject([{ state: 'waiting', attempts: 1, secs: 5 }]);
  receiver.reply = (_, response) => response.writeHead(204).end();
  await happen('order.shipped', 7);
  await deliver();
  expect(await deliveries()).toMatchObject([{ state: 'waiting' }, { state: 'delivered' }]);
  await passTime();
  await deliver();
  const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
  expect(ids).toHaveLength(3);
  expect([ids[0] === ids[2], ids[0] === ids[1]]).toEqual([true, false]);
});

test('events of one record are sent one after the other, those of others beside them', async () => {
  const { receiver, happen, deliver, deliveries } = await withReceiver();
  const open = new Map<number, ServerResponse>();
  receiver.reply = ({ body }, response) => {
    const { id } = JSON.parse(body).data as { id: number };
    expect([...open.keys()]).not.toContain(id);
    open.set(id, response);
    // Each is replied to once those of the two others have come beside it.
    if (open.size < 3) return;
    const all = [...open.values()];
    open.clear();
    for (const each of all) each.writeHead(204).end();
  };
  await happen('order.shipped', 1, 2, 3, 1, 2, 3, 1, 2, 3);
  await deliver();
  const order = receiver.received.map(({ body }) => JSON.parse(body).data as { id: number; sequence: number });
  expect(order).toHaveLength(9);
  for (const id of [1, 2, 3]) {
    const sequences = order.filter((each) => each.id === id).map(({ sequence }) => sequence);
    expect(sequences).toEqual([...sequences].sort((a, b) => a - b));
  }
  expect((await deliveries()).map(({ state }) => state)).toEqual(Array(9).fill('delivered'));
});

test('what a former address replies says nothing of the one that was entered meanwhile, which gets the event', async () => {
  const { receiver, id, happen, deliver, deliveries, standing, within } = await withReceiver();
  const changed = { name: 'Moved', url: `${receiver.origin}/moved`, types: ['order.shipped' as const] };
  receiver.reply = async ({ path }, response) => {
    if (path === '/hooks') await within((tenant) => changeSubscription(tenant, id, changed));
    response.writeHead(path === '/hooks' ? 410 : 204).end();
  };
  await happen('order.shipped', 7);
  await deliver();
  await deliver();
  expect(await standing(id)).toMatchObject({ state: 'on', failures: 0 });
  expect(receiver.received.map(({ path }) => path)).toEqual(['/hooks', '/moved']);
  expect(await deliveries()).toMatchObject([{ state: 'delivered' }]);
});

test('what is to be sent again while it is sent is sent again, and both calls are in its log', async () => {
  const { receiver, id, happen, deliver, deliveries, within } = await withReceiver();
  const again = async (_: unknown, response: ServerResponse) => {
    receiver.reply = (_, response) => response.writeHead(204).end();
    const [row] = await own.sql<{ id: string }>(`select id from event_deliveries where subscription_id = ${id}`);
    await within((tenant) => replayDelivery(tenant, id, Number(row?.id)));
    response.writeHead(204).end();
  };
  receiver.reply = again;
  await happen('order.shipped', 7);
  await deliver();
  await deliver();
  expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([expect.any(String), expect.any(String)]);
  expect(await deliveries()).toMatchObject([{ state: 'delivered', attempts: 1 }]);
  const tries = await own.sql(
    `select status from delivery_tries t join event_deliveries d on d.id = t.delivery_id where d.subscription_id = ${id}`,
  );
  expect(tries).toEqual([{ status: 204 }, { status: 204 }]);
});

test('410 switches it off, and its admins are told', async () => {
  const { receiver, happen, deliver, id, standing, deliveries, accountId } = await withReceiver();
  receiver.reply = (_, response) => response.writeHead(410).end();
  await happen('order.shipped', 7);
  await deliver();
  expect(await standing(id)).toMatchObject({ state: 'off', off_because: 'gone' });
  expect(await own.sql('select kind, path from notifications where account_id = $1', [accountId])).toMatchObject([
    { kind: 'webhook_off', path: `/settings/webhooks/${id}` },
  ]);
  await happen('order.shipped', 8);
  await deliver();
  expect(receiver.received).toHaveLength(1);
  expect(await deliveries()).toHaveLength(1);
});

test('429 has everything wait as long as it says', async () => {
  const { receiver, happen, deliver, id, standing } = await withReceiver();
  receiver.reply = (_, response) => response.writeHead(429, { 'retry-after': '90' }).end();
  await happen('order.shipped', 7);
  await deliver();
  expect(await standing(id)).toMatchObject({ state: 'on', rests: 90 });
  await happen('order.shipped', 8);
  await deliver();
  expect(receiver.received).toHaveLength(1);
});

test('of a large or an endless reply the first kilobyte is kept', async () => {
  const { receiver, happen, deliver, deliveries, accountId } = await withReceiver();
  receiver.reply = (_, response) => {
    response.writeHead(200);
    const more = () => response.destroyed || response.write('x'.repeat(65_536), () => more());
    more();
  };
  await happen('order.shipped', 7);
  await deliver();
  expect(await deliveries()).toMatchObject([{ state: 'delivered' }]);
  expect(await own.sql('select status, length(reply) as length from delivery_tries where account_id = $1', [accountId])).toEqual([
    { status: 200, length: 1_024 },
  ]);
});

test('a redirect is not followed', async () => {
  const { receiver, happen, deliver, deliveries } = await withReceiver();
  receiver.reply = ({ path }, response) => response.writeHead(path === '/hooks' ? 307 : 200, { location: '/inside' }).end();
  await happen('order.shipped', 7);
  await deliver();
  expect(receiver.received.map(({ path }) => path)).toEqual(['/hooks']);
  expect(await deliveries()).toMatchObject([{ state: 'waiting', attempts: 1 }]);
});

test('a worker that dies between the call and its storing: the event arrives again under the same id', async () => {
  const { receiver, happen, deliver, id } = await withReceiver();
  await happen('order.shipped', 7);
  await deliver();
  // As the database is left then: called and not stored, the subscription still taken.
  await own.sql(`delete from delivery_tries; update event_deliveries set state = 'waiting', attempts = 0, done_at = null;
    update event_subscriptions set lease_token = gen_random_uuid(), lease_until = now() + interval '1 minute' where id = ${id}`);
  await deliver();
  expect(receiver.received).toHaveLength(1);
  await own.sql(`update event_subscriptions set lease_until = now() - interval '1 second'`);
  await deliver();
  const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
  expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
});
