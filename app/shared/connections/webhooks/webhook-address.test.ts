import { expect, test } from 'vitest';
import { connectorNamed } from '../../../../connectors/index.ts';
import { inTenant } from '../../../../platform/tenant.ts';
import { type Person, testWeb } from '../../../../test/web.ts';
import { connect } from '../connecting/commands.ts';

const own = testWeb();

test('the webhook address of a channel accepts its webhooks, and no other address does', async () => {
  const owner = await own.person(await own.account(), 'account_admin');
  const shop = { api_key: 'key', api_secret: 'secret', api_origin: 'https://ssapi.shipstation.com' };
  await connected(owner, 'ship_station', shop);
  const { address, proof, secret } = (await own.as(owner, { url: '/api/connectors/ship_station/webhook' })).json();
  expect({ proof, secret }).toEqual({ proof: 'address', secret: null });
  const { pathname, search } = new URL(address);
  const deliver = (url: string) =>
    own.web.inject({
      method: 'POST',
      url,
      payload: { resource_url: 'https://ssapi.shipstation.com/orders', resource_type: 'ORDER_NOTIFY' },
    });
  expect((await deliver(pathname + search)).statusCode).toBe(202);
  expect((await deliver(`${pathname}?secret=guessed`)).statusCode).toBe(401);
  expect((await deliver(pathname)).statusCode).toBe(401);
});

test('a warehouse that signs gets our secret only when it has none of its own', async () => {
  const warehouse = { api_key: 'key', base_url: 'https://warehouse.example' };
  const readAddress = async (settings: Record<string, string>) => {
    const owner = await own.person(await own.account(), 'account_admin');
    await connected(owner, 'amware', settings);
    return (await own.as(owner, { url: '/api/connectors/amware/webhook' })).json();
  };
  expect(await readAddress(warehouse)).toMatchObject({ proof: 'signature', secret: expect.stringMatching(/^[\w-]{32}$/) });
  expect(await readAddress({ ...warehouse, webhook_secret: 'their own secret' })).toMatchObject({ proof: 'signature', secret: null });
});

test('the address is hidden without permission, and from other accounts', async () => {
  const accountId = await own.account();
  await connected(await own.person(accountId, 'account_admin'), 'amware', { api_key: 'key', base_url: 'https://warehouse.example' });
  const status = async (person: Person) => (await own.as(person, { url: '/api/connectors/amware/webhook' })).statusCode;
  expect(await status(await own.person(accountId, 'admin'))).toBe(403);
  expect(await status(await own.person(accountId, 'user'))).toBe(403);
  expect(await status(await own.person(await own.account(), 'account_admin'))).toBe(404);
});

function connected(person: Person, connector: string, settings: Record<string, string>) {
  const { seal } = own.web.parts.engine;
  return inTenant(own.database, person, (tenant) =>
    connect(tenant, seal, { connector: connectorNamed(connector), name: connector, settings, since: new Date('2026-01-01') }),
  );
}
