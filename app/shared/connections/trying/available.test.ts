import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { checkNamedIds } from '../../../../platform/http/named-ids.ts';
import { type FieldSchema, fieldsOf } from '../../../ui/form/field-schema.ts';
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

test.each(available.map(({ name, schema }) => [name, schema] as const))(
  'every choice of %s has words, not its stored value',
  (_name, schema) => {
    const bare = fieldsOf(schema as FieldSchema).flatMap(({ options = [] }) => options.filter((option) => typeof option === 'string'));
    expect(bare).toEqual([]);
  },
);

test.each(['ship_station', 'woocommerce', 'bigcommerce', 'channel_advisor'])('the form of %s says where its secrets are', (connector) => {
  const schema = available.find(({ name }) => name === connector)?.schema as FieldSchema;
  const secrets = fieldsOf(schema).filter(({ kind }) => kind === 'secret');
  expect(secrets.filter(({ help }) => !help).map(({ name }) => name)).toEqual([]);
  expect(secrets.length).toBeGreaterThan(0);
});

test('whoever connects a channel is told which of its orders are read first', () => {
  const firstOf = (name: string) => available.find((each) => each.name === name)?.first_orders;
  expect(['ship_station', 'channel_advisor', 'own_shop', 'amware'].map(firstOf)).toEqual(['since', 'all_open', null, null]);
});

test('a private key of 4,096 bits is short enough to be sent', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 4096 });
  const settings = { private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
  expect(connectCall.body?.safeParse({ connector: 'netsuite', name: 'NetSuite', settings })?.success).toBe(true);
});
