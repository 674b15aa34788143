import { createPrivateKey } from 'node:crypto';
import { expect, test } from 'vitest';
import { company } from '../test/company.ts';
import { newKey } from './sign-in.ts';

test('a signed assertion gives a token of one hour', async () => {
  const { token, call, clock } = await company();
  expect(await token()).toMatchObject({ status: 200, body: { expires_in: '3600', token_type: 'bearer' } });
  expect((await call('/system/v1/serverTime')).body).toEqual({ serverTime: '2026-11-20T15:00:00.000Z' });
  clock.advance(3_600_000);
  expect(await call('/system/v1/serverTime')).toMatchObject({
    status: 401,
    body: { 'o:errorDetails': [{ 'o:errorCode': 'INVALID_LOGIN' }] },
  });
});

test.each([
  ['another certificate', { kid: 'another' }],
  ['another client', { issuer: 'another' }],
  ['another audience', { audience: 'https://elsewhere.example' }],
  ['a life of more than an hour', { seconds: 3601 }],
  ['an assertion that has expired', { seconds: -1 }],
  ['another scope', { scope: 'restlets' }],
  ['another key', { key: createPrivateKey(newKey()) }],
])('%s is no sign-in', async (_, claims) => {
  const { token } = await company();
  expect(await token(claims)).toEqual({ status: 400, body: { error: 'invalid_grant' } });
});

test('tokens end when the administrator ends them, and another company has its own', async () => {
  const { call, account, sandbox } = await company();
  const elsewhere = await fetch(`${sandbox.origin}/netsuite/other/services/rest/system/v1/serverTime`);
  expect(elsewhere.status).toBe(401);
  account.signIn.endAll();
  expect((await call('/system/v1/serverTime')).status).toBe(401);
});
