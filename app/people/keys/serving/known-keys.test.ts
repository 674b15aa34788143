import { expect, test } from 'vitest';
import { keyOf, use } from '../../../../test/keys.ts';
import { testWeb } from '../../../../test/web.ts';
import { digestOf, newSecret, readKey, writeKey } from '../key-text.ts';

const own = testWeb();

const parts = (key: string) => readKey(key) ?? expect.unreachable('it is a key');

test('a secret counts as soon as there is one, also in a process that has just read the key and hears of no change', async () => {
  const { admin, id, key } = await keyOf(own);
  expect((await use(own, key)).statusCode).toBe(200);
  const secret = newSecret();
  // Nothing tells of a row of this table alone.
  await own.sql('insert into api_key_secrets (account_id, key_id, digest) values ($1, $2, $3)', [admin.accountId, id, digestOf(secret)]);
  expect((await use(own, writeKey({ ...parts(key), secret }))).statusCode).toBe(200);
});

test('who guesses at the secret of a key that is in use has it read so often a minute, and the key goes on', async () => {
  const { key } = await keyOf(own, 'Other');
  const from = { remoteAddress: '203.0.113.77' };
  const guess = async () => (await use(own, writeKey({ ...parts(key), secret: newSecret() }), from)).statusCode;
  expect((await use(own, key, from)).statusCode).toBe(200);
  const statuses: number[] = [];
  // A minute may begin in between.
  for (let n = 0; n < 130; n++) statuses.push(await guess());
  expect(new Set(statuses)).toEqual(new Set([401, 429]));
  expect((await use(own, key, from)).statusCode).toBe(200);
});

test('a key works beside programs at its address that send none, or mistyped ones, however often', async () => {
  const { key } = await keyOf(own, 'Third');
  const from = { remoteAddress: '203.0.113.78' };
  const codes: string[] = [];
  // More than wrong keys that are looked up, also where a minute begins in between.
  for (let n = 0; n < 130; n++) {
    codes.push((await own.web.inject({ ...from, method: 'POST', url: '/mcp' })).json().code);
    codes.push((await use(own, `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`, from)).json().code);
  }
  expect(new Set(codes)).toEqual(new Set(['no_key', 'mistyped_key']));
  expect((await use(own, key, from)).statusCode).toBe(200);
});
