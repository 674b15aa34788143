import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { checkNamedIds } from '../../../../platform/http/named-ids.ts';
import { connectCall } from '../contract.ts';
import { available } from './available.ts';

test.each(available.map(({ name, schema }) => [name, schema] as const))(
  'no setting of %s has the name of an id that a request may not choose',
  (_name, schema) => {
    const { properties } = schema as { properties: Record<string, unknown> };
    const settings = Object.fromEntries(Object.keys(properties).map((field) => [field, 'TSTDRV1']));
    const session = { accountId: 1, userId: 2 } as Parameters<typeof checkNamedIds>[0];
    expect(() => checkNamedIds(session, [{ settings }])).not.toThrow();
  },
);

test('a private key of 4,096 bits is short enough to be sent', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 4096 });
  const settings = { private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
  expect(connectCall.body?.safeParse({ connector: 'netsuite', name: 'NetSuite', settings })?.success).toBe(true);
});
