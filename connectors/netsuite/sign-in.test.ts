import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { decodeProtectedHeader, jwtVerify } from 'jose';
import { expect, test } from 'vitest';
import { settings } from './opened.ts';
import { assertionFor, keyIn } from './sign-in.ts';

const pem = (privateKey: ReturnType<typeof keyIn>) => privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const ec = pem(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey);
const rsa = pem(generateKeyPairSync('rsa', { modulusLength: 3072 }).privateKey);
const edwards = pem(generateKeyPairSync('ed25519').privateKey);
const now = new Date('2026-11-20T10:00:00Z');
const audience = 'https://1.suitetalk.api.netsuite.com/services/rest/auth/oauth2/v1/token';

test.each([
  ['EC', ec, 'ES256'],
  ['RSA', rsa, 'PS256'],
])('an %s key signs an assertion that its certificate verifies', async (_, key, alg) => {
  const assertion = await assertionFor({ client_id: 'client', certificate_id: 'certificate', private_key: key }, audience, now);
  expect(decodeProtectedHeader(assertion)).toEqual({ alg, typ: 'JWT', kid: 'certificate' });
  const { payload } = await jwtVerify(assertion, createPublicKey(keyIn(key)), { audience, issuer: 'client', currentDate: now });
  expect(payload).toMatchObject({ scope: ['rest_webservices'], iat: 1_795_168_800, exp: 1_795_169_100 });
});

test('a key without its line breaks is the same key', () => {
  for (const pasted of [ec.replaceAll('\n', ' '), ec.replaceAll('\n', ''), ec.replaceAll('\n', '\r\n')])
    expect(pem(keyIn(pasted))).toBe(ec);
});

test('what is no key that NetSuite takes is refused in the form', () => {
  const keyOf = (private_key: string) => settings.shape.private_key.safeParse(private_key).success;
  expect([ec, rsa, edwards, 'a key', '-----BEGIN PRIVATE KEY-----AAAA-----END PRIVATE KEY-----'].map(keyOf)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
