import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { amwareHints } from './webhook.ts';

const now = new Date('2026-11-20T12:00:00Z');
const { receive: verify = () => expect.unreachable() } = amwareHints(() => now);
const theirs = { secret: null, key: null };
const body = JSON.stringify({ id: 'dlv_1', event: 'order.changed', occurred_at: '2026-11-20T11:59:59Z', ids: ['AMW-1'] });
const seconds = now.getTime() / 1000;
const sign = (time: number, text = body, secret = 'the-secret') => createHmac('sha256', secret).update(`${time}.${text}`).digest('hex');

function deliver(signature: string, text = body) {
  return verify({ headers: { 'amware-signature': signature }, rawBody: Buffer.from(text), query: {} }, 'the-secret', theirs);
}

test('a signed delivery says what to read again', () => {
  expect(deliver(`t=${seconds},v1=${sign(seconds)}`)).toEqual({
    ok: true,
    hints: [{ id: 'dlv_1', stream: 'order_changes', remoteIds: ['AMW-1'] }],
  });
});

test('the same body is the same delivery, whatever an unsigned header calls it', () => {
  const headers = { 'amware-signature': `t=${seconds},v1=${sign(seconds)}`, 'amware-delivery': 'another' };
  expect(verify({ headers, rawBody: Buffer.from(body), query: {} }, 'the-secret', theirs)).toMatchObject({
    ok: true,
    hints: [{ id: 'dlv_1' }],
  });
});

test('while a secret is changed, either signature is good', () => {
  expect(deliver(`t=${seconds}, v1=${sign(seconds, body, 'old')}, v1=${sign(seconds)}`)).toMatchObject({ ok: true });
});

test.each([
  ['another body', `t=${seconds},v1=${sign(seconds, '{}')}`],
  ['another secret', `t=${seconds},v1=${sign(seconds, body, 'other')}`],
  ['another time than was signed', `t=${seconds + 1},v1=${sign(seconds)}`],
  ['an old delivery', `t=${seconds - 301},v1=${sign(seconds - 301)}`],
  ['one from the future', `t=${seconds + 301},v1=${sign(seconds + 301)}`],
  ['half a signature', `t=${seconds},v1=${sign(seconds).slice(0, 32)}`],
  ['no time', `v1=${sign(seconds)}`],
  ['nothing', ''],
])('%s is refused', (_, signature) => expect(deliver(signature)).toMatchObject({ ok: false }));

test('five minutes either way are fine', () => {
  for (const time of [seconds - 300, seconds + 300]) expect(deliver(`t=${time},v1=${sign(time)}`)).toMatchObject({ ok: true });
});

test.each(['', '[]', '{"id":"x","event":"order.eaten"}'])('a signed body of %j is refused', (text) => {
  expect(deliver(`t=${seconds},v1=${sign(seconds, text)}`, text)).toMatchObject({ ok: false });
});

test('a connection without a secret takes none', () => {
  const rawBody = Buffer.from(body);
  expect(
    verify({ headers: { 'amware-signature': `t=${seconds},v1=${sign(seconds, body, '')}` }, rawBody, query: {} }, '', theirs),
  ).toMatchObject({
    ok: false,
  });
});
