import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ShipBobClient } from './client.ts';
import { shipBob } from './connector.ts';
import { scripted } from './scripted.ts';
import { shipBobHints } from './webhook.ts';

const now = new Date('2026-11-20T12:00:00Z');
const seconds = now.getTime() / 1000;
const secret = `whsec_${Buffer.from('the key of it').toString('base64')}`;
const body = JSON.stringify({ id: 500, reference_id: 'CD-1' });
const sign = (time: number, text = body, key = 'the key of it', id = 'msg_1') =>
  `v1,${createHmac('sha256', key).update(`${id}.${time}.${text}`).digest('base64')}`;

const { receive = () => expect.unreachable() } = shipBobHints({} as ShipBobClient, () => now);
const deliver = (signature: string, { time = seconds, topic = 'order.shipped', kept = secret as string | null, id = 'msg_1' } = {}) =>
  receive(
    {
      headers: { 'webhook-id': id, 'webhook-timestamp': String(time), 'webhook-signature': signature, 'x-webhook-topic': topic },
      rawBody: Buffer.from(body),
      query: {},
    },
    'ours',
    { secret: kept, key: null },
  );

test('a signed delivery says what to read again: of an order its changes and its parcels', () => {
  expect(deliver(sign(seconds))).toEqual({
    ok: true,
    hints: [
      { id: 'msg_1 order_changes', stream: 'order_changes', remoteIds: ['500'] },
      { id: 'msg_1 shipments', stream: 'shipments', remoteIds: ['500'] },
    ],
  });
  expect(deliver(sign(seconds), { topic: 'wro.completed' })).toMatchObject({ hints: [{ stream: 'asn_changes' }, { stream: 'receipts' }] });
});

test('while a secret is changed, either signature is good', () => {
  expect(deliver(`${sign(seconds, body, 'another')} ${sign(seconds)}`)).toMatchObject({ ok: true });
});

test('a topic that is not followed, which is not signed, wakes nothing', () => {
  for (const topic of ['return.created', 'constructor', '']) expect(deliver(sign(seconds), { topic })).toEqual({ ok: true, hints: [] });
});

test.each([
  ['another body', sign(seconds, '{}'), {}],
  ['another key', sign(seconds, body, 'another'), {}],
  ['another id', sign(seconds), { id: 'msg_2' }],
  ['another time than was signed', sign(seconds), { time: seconds + 1 }],
  ['an old delivery', sign(seconds - 301), { time: seconds - 301 }],
  ['one from the future', sign(seconds + 301), { time: seconds + 301 }],
  ['half a signature', sign(seconds).slice(0, 20), {}],
  ['no signature', '', {}],
  ['no secret', sign(seconds, body, ''), { kept: null }],
])('%s is refused', (_, signature, changes) => expect(deliver(signature, changes)).toMatchObject({ ok: false }));

const { replies, session, asked } = scripted();
const address = 'https://crossdock.example.com/hooks/1';
const subscribe = (kept: string | null) => shipBob.hints?.(session()).subscribe?.(address, 'ours', kept);

test('the secret of a subscription that is made anew is returned, also where the old one cannot be dropped', async () => {
  replies['GET webhook'] = { json: { items: [{ id: 1, url: address, enabled: false, topics: [] }], next: null } };
  replies['POST webhook'] = { json: { id: 2, secret: 'whsec_new' } };
  replies['DELETE webhook/1'] = { status: 500, json: {} };
  expect(await subscribe('whsec_old')).toEqual({ ok: true, value: 'whsec_new' });
  expect(asked()).toEqual(['GET webhook', 'POST webhook', 'DELETE webhook/1']);
});

test('a subscription whose secret is not known is dropped before another is made', async () => {
  replies['GET webhook'] = { json: { items: [{ id: 1, url: address, enabled: true, topics: [] }], next: null } };
  replies['POST webhook'] = { json: { id: 2, secret: 'whsec_new' } };
  replies['DELETE webhook/1'] = { status: 500, json: {} };
  expect(await subscribe(null)).toMatchObject({ ok: false, failure: { kind: 'retry' } });
  expect(asked()).not.toContain('POST webhook');
  replies['DELETE webhook/1'] = { json: {} };
  expect(await subscribe(null)).toEqual({ ok: true, value: 'whsec_new' });
});
