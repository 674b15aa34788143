import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { sealWith } from '../../../platform/seal.ts';
import { type Person, testWeb } from '../../../test/web.ts';
import { startReceiver } from '../../../test/webhooks/receiver.ts';
import { openDeliverer } from './delivering/deliverer.ts';
import { subscriptionContext } from './subscriptions/secrets.ts';

const own = testWeb();
const body = { name: 'Ledger', url: 'https://ledger.example/hooks', types: ['order.shipped'] };

async function withPeople() {
  const accountId = await own.account();
  const boss = await own.person(accountId, 'account_admin');
  const ask = (who: Person, method: 'GET' | 'POST' | 'PUT' | 'DELETE', at = '', payload?: object) =>
    own.as(who, { method, url: `/api/event-subscriptions${at}`, ...(payload && { payload }) });
  const deliver = async (sandboxOrigin: string) => {
    const deliverer = openDeliverer({ ...own.web.parts.engine, sandboxOrigin, mark: { cover: async () => true } });
    await deliverer.turn();
    await deliverer.settled();
  };
  return { accountId, boss, ask, deliver };
}

test('the secret is shown once: no other reply has it, nor the audit, nor the table in clear', async () => {
  const { boss, ask, accountId } = await withPeople();
  const created = await ask(boss, 'POST', '', body);
  expect(created.statusCode).toBe(201);
  const { id, secret } = created.json() as { id: number; secret: string };
  expect(() => new Webhook(secret)).not.toThrow();
  expect((await ask(boss, 'GET')).body).not.toContain(secret);
  const rotated = (await ask(boss, 'POST', `/${id}/secret`)).json() as { secret: string };
  expect(rotated.secret).not.toBe(secret);
  for (const table of ['event_subscriptions', 'audit_entries']) {
    const kept = JSON.stringify(await own.sql(`select * from ${table} where account_id = $1`, [accountId]));
    for (const each of [secret, rotated.secret]) expect(kept).not.toContain(each.slice(6));
  }
});

test('an address inside a network, without https or with a password is refused beside its field, when it is made and when it is changed', async () => {
  const { boss, ask } = await withPeople();
  const { id } = (await ask(boss, 'POST', '', body)).json() as { id: number };
  for (const url of ['https://169.254.169.254/latest', 'http://ledger.example', 'https://ann:word@ledger.example', 'ledger']) {
    for (const reply of [await ask(boss, 'POST', '', { ...body, name: 'Other', url }), await ask(boss, 'PUT', `/${id}`, { ...body, url })])
      expect([reply.statusCode, Object.keys(reply.json())]).toEqual([422, ['url']]);
  }
});

test('admins read, account admins change, and nobody of another account finds it', async () => {
  const { boss, ask, accountId } = await withPeople();
  const { id } = (await ask(boss, 'POST', '', body)).json() as { id: number };
  const admin = await own.person(accountId, 'admin');
  expect((await ask(admin, 'GET')).statusCode).toBe(200);
  expect((await ask(admin, 'POST', `/${id}/test`)).statusCode).toBe(403);
  const stranger = await own.person(await own.account(), 'account_admin');
  for (const [method, at, payload] of [
    ['PUT', `/${id}`, body],
    ['DELETE', `/${id}`],
    ['POST', `/${id}/test`],
    ['POST', `/${id}/secret`],
    ['PUT', `/${id}/state`, { state: 'off' }],
    ['GET', `/${id}/deliveries`],
    ['POST', `/${id}/replay`, { since: '2026-01-01T00:00:00Z' }],
  ] as const)
    expect((await ask(stranger, method, at, payload)).statusCode, `${method} ${at}`).toBe(404);
  expect((await ask(boss, 'GET')).json()).toMatchObject({ data: [{ id, state: 'on', types: ['order.shipped'] }] });
});

test('who may not change webhooks sees the host of their addresses alone', async () => {
  const { boss, ask, deliver, accountId } = await withPeople();
  const admin = await own.person(accountId, 'admin');
  const receiver = await startReceiver((_, response) => response.writeHead(202).end('noted'));
  const { id } = (await ask(boss, 'POST', '', body)).json() as { id: number };
  const url = `${receiver.origin}/hooks?key=open-sesame`;
  await own.sql('update event_subscriptions set url = $2 where account_id = $1', [accountId, url]);
  await ask(boss, 'POST', `/${id}/test`);
  await deliver(receiver.origin);
  const [{ id: deliveryId }] = (await ask(admin, 'GET', `/${id}/deliveries`)).json().data;
  for (const [who, shown] of [
    [boss, url],
    [admin, `${receiver.origin}/…`],
  ] as const) {
    expect((await ask(who, 'GET')).json()).toMatchObject({ data: [{ url: shown }] });
    expect((await ask(who, 'GET', `/${id}/deliveries/${deliveryId}`)).json()).toMatchObject({ tries: [{ url: shown }] });
  }
});

test('a test event goes to its webhook alone, and its log has the request and the reply', async () => {
  const { boss, ask, deliver, accountId } = await withPeople();
  const receiver = await startReceiver((_, response) => response.writeHead(202).end('noted'));
  const { id } = (await ask(boss, 'POST', '', body)).json() as { id: number };
  await ask(boss, 'POST', '', { ...body, name: 'Other' });
  await own.sql('update event_subscriptions set url = $2 where account_id = $1', [accountId, `${receiver.origin}/hooks`]);
  await ask(boss, 'POST', `/${id}/test`);
  await deliver(receiver.origin);
  expect(receiver.received).toHaveLength(1);
  const [{ id: deliveryId }] = (await ask(boss, 'GET', `/${id}/deliveries`)).json().data;
  expect((await ask(boss, 'GET', `/${id}/deliveries/${deliveryId}`)).json()).toMatchObject({
    ...{
      type: 'webhook.test',
      state: 'delivered',
      body: receiver.received[0]?.body,
      webhook_id: receiver.received[0]?.headers['webhook-id'],
    },
    tries: [{ status: 202, reply: 'noted', url: `${receiver.origin}/hooks` }],
  });
  await ask(boss, 'POST', `/${id}/deliveries/${deliveryId}/replay`);
  await deliver(receiver.origin);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(receiver.received).toHaveLength(2);
  // The last that arrived is an old event here, as one that is sent again may be.
  await ask(boss, 'POST', `/${id}/test`);
  await deliver(receiver.origin);
  await own.sql(`update event_deliveries set done_at = now() - interval '1 day' where account_id = $1`, [accountId]);
  await ask(boss, 'POST', `/${id}/deliveries/${deliveryId}/replay`);
  await deliver(receiver.origin);
  const [{ delivered_at }] = (await ask(boss, 'GET')).json().data;
  expect(Date.now() - Date.parse(delivered_at)).toBeLessThan(3_600_000);
});

test('one that was off in between is sent all of it in its order, and a second replay leaves nothing of the first out', async () => {
  const { boss, ask, deliver, accountId } = await withPeople();
  const receiver = await startReceiver();
  const { id } = (await ask(boss, 'POST', '', body)).json() as { id: number };
  await own.sql('update event_subscriptions set url = $2 where account_id = $1', [accountId, `${receiver.origin}/hooks`]);
  const happen = async (at: string) => {
    await own.sql(`insert into events (account_id, type, record_id, at) values ($1, 'order.shipped', 1, $2)`, [accountId, at]);
    await deliver(receiver.origin);
  };
  await ask(boss, 'PUT', `/${id}/state`, { state: 'off' });
  await happen('2026-11-20T09:00:00Z');
  await ask(boss, 'PUT', `/${id}/state`, { state: 'on' });
  await happen('2026-11-20T10:00:00Z');
  await happen('2026-11-20T11:00:00Z');
  for (const since of ['2026-11-20T08:00:00Z', '2026-11-20T10:30:00Z']) await ask(boss, 'POST', `/${id}/replay`, { since });
  await deliver(receiver.origin);
  expect(receiver.received.map(({ body }) => JSON.parse(body).data.sequence)).toEqual([2, 3, 1, 2, 3]);
});

test('at another address a webhook that failed begins anew, under another name it does not', async () => {
  const { boss, ask, accountId } = await withPeople();
  const { id } = (await ask(boss, 'POST', '', body)).json() as { id: number };
  await own.sql(
    `update event_subscriptions set failures = 9, failing_since = now() - interval '4 days', rest_until = now() + interval '5 minutes'
     where account_id = $1`,
    [accountId],
  );
  const standing = async () =>
    (await own.sql('select failures, failing_since, rest_until from event_subscriptions where account_id = $1', [accountId]))[0];
  await ask(boss, 'PUT', `/${id}`, { ...body, name: 'Books' });
  expect(await standing()).toMatchObject({ failures: 9 });
  await ask(boss, 'PUT', `/${id}`, { ...body, url: 'https://books.example/hooks' });
  expect(await standing()).toEqual({ failures: 0, failing_since: null, rest_until: null });
});

test('what a colleague changed of a webhook is not saved over unseen, and is once who read of it saves again', async () => {
  const { boss, ask, accountId } = await withPeople();
  const { id } = (await ask(boss, 'POST', '', body)).json() as { id: number };
  const colleague = await own.person(accountId, 'account_admin');
  const url = 'https://books.example/hooks/secret-part';
  expect((await ask(colleague, 'PUT', `/${id}`, { ...body, url, was: body })).statusCode).toBe(200);
  const mine = { ...body, types: ['order.shipped', 'order.released'] };
  const late = await ask(boss, 'PUT', `/${id}`, { ...mine, was: body });
  expect([late.statusCode, late.json()]).toEqual([
    409,
    {
      errorMessage: `Somebody else changed this webhook. Name: Ledger. Address: ${url}. Events: order.shipped. Look at it again before you save.`,
      code: 'changed_meanwhile',
    },
  ]);
  expect((await ask(boss, 'GET')).json().data).toMatchObject([{ url, types: ['order.shipped'] }]);
  // The order of events says nothing, and what was saved to the same is no conflict.
  const was = { ...body, types: ['order.released', 'order.shipped'], url: mine.url };
  expect((await ask(boss, 'PUT', `/${id}`, mine)).statusCode).toBe(200);
  expect((await ask(colleague, 'PUT', `/${id}`, { ...body, was })).statusCode).toBe(200);
  expect((await ask(boss, 'PUT', `/${id}`, { ...body, was })).statusCode).toBe(200);
});

test('one that was off has what happened then by a replay since a time, in its order and once more what it had', async () => {
  const { boss, ask, deliver, accountId } = await withPeople();
  const receiver = await startReceiver();
  const { id } = (await ask(boss, 'POST', '', body)).json() as { id: number };
  await own.sql('update event_subscriptions set url = $2 where account_id = $1', [accountId, `${receiver.origin}/hooks`]);
  const happen = (record: number) =>
    own.sql(`insert into events (account_id, type, record_id) values ($1, 'order.shipped', $2)`, [accountId, record]);
  await happen(1);
  await deliver(receiver.origin);
  await ask(boss, 'PUT', `/${id}/state`, { state: 'off' });
  await happen(2);
  await happen(3);
  await deliver(receiver.origin);
  expect((await ask(boss, 'POST', `/${id}/replay`, { since: '2026-01-01T00:00:00Z' })).statusCode).toBe(409);
  await ask(boss, 'PUT', `/${id}/state`, { state: 'on' });
  expect((await ask(boss, 'POST', `/${id}/replay`, { since: '2099-01-01T00:00:00Z' })).statusCode).toBe(422);
  expect((await ask(boss, 'POST', `/${id}/replay`, { since: '2026-01-01T00:00:00Z' })).statusCode).toBe(200);
  await deliver(receiver.origin);
  expect(receiver.received.map(({ body }) => JSON.parse(body).data.id)).toEqual([1, 1, 2, 3]);
});

test('of two who make a new secret at once the second is refused, and not the secret of the first ended unsaid', async () => {
  const { boss, ask } = await withPeople();
  const { id } = (await ask(boss, 'POST', '', body)).json() as { id: number };
  const renew = (rotating_until?: string | null) => ask(boss, 'POST', `/${id}/secret`, { rotating_until });
  const until = async () => (await ask(boss, 'GET')).json().data[0].rotating_until as string;
  expect((await renew(null)).statusCode).toBe(201);
  const seen = await until();
  const late = await renew(null);
  expect([late.statusCode, late.json()]).toEqual([
    409,
    {
      errorMessage: 'A new secret was made since you opened this, and the next one would end it. Look at it again before you make another.',
      code: 'changed_meanwhile',
    },
  ]);
  expect(await until()).toBe(seen);
  expect((await renew(seen)).statusCode).toBe(201);
  await ask(boss, 'DELETE', `/${id}/former-secret`);
  // With nothing to end, nobody need have seen it.
  expect((await renew(seen)).statusCode).toBe(201);
  expect((await renew()).statusCode).toBe(201);
});

test('a secret whose key is lost is said with its webhook, and a new one alone signs what waited', async () => {
  const { boss, ask, deliver, accountId } = await withPeople();
  const receiver = await startReceiver();
  const { id } = (await ask(boss, 'POST', '', body)).json() as { id: number };
  const former = sealWith(['a key that nobody has by now, of thirty-two letters']);
  await own.sql('update event_subscriptions set url = $2, secret = $3 where account_id = $1', [
    accountId,
    `${receiver.origin}/hooks`,
    former.seal('whsec_bG9zdA==', subscriptionContext(accountId, id)),
  ]);
  const lost = async () => (await ask(boss, 'GET')).json().data[0];
  expect(await lost()).toMatchObject({ secret_lost: true });
  await ask(boss, 'POST', `/${id}/test`);
  await deliver(receiver.origin);
  expect(receiver.received).toEqual([]);
  const { secret } = (await ask(boss, 'POST', `/${id}/secret`)).json() as { secret: string };
  expect(await lost()).toMatchObject({ secret_lost: false, rotating_until: null });
  await own.sql('update event_subscriptions set lease_until = null, lease_token = null where account_id = $1', [accountId]);
  await deliver(receiver.origin);
  const [{ headers, body: sent }] = receiver.received as [(typeof receiver.received)[0]];
  expect(() => new Webhook(secret).verify(sent, headers)).not.toThrow();
});

test('a former secret whose key is lost holds up nothing', async () => {
  const { boss, ask, deliver, accountId } = await withPeople();
  const receiver = await startReceiver();
  const { id, secret } = (await ask(boss, 'POST', '', body)).json() as { id: number; secret: string };
  await own.sql(
    `update event_subscriptions set url = $2, former_secret = 'v1.lost.a.b.c', former_until = now() + interval '1 day' where account_id = $1`,
    [accountId, `${receiver.origin}/hooks`],
  );
  await ask(boss, 'POST', `/${id}/test`);
  await deliver(receiver.origin);
  const [{ headers, body: sent }] = receiver.received as [(typeof receiver.received)[0]];
  expect(() => new Webhook(secret).verify(sent, headers)).not.toThrow();
});
