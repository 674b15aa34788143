import { createHmac } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { connectorNamed } from '../../../../connectors/index.ts';
import { withoutPerson } from '../../../../platform/tenant.ts';
import { unsentBody } from '../../../../test/unsent-body.ts';
import { testWeb } from '../../../../test/web.ts';
import { connect, disconnect } from '../connecting/commands.ts';
import { webhookAddress } from './webhook-address.ts';

const own = testWeb();

/** An account with a warehouse that signs its deliveries, and a channel whose secret is in its address. */
async function connected() {
  const accountId = await own.account();
  const { seal } = own.web.parts.engine;
  const within = <T>(work: Parameters<typeof withoutPerson<T>>[2]) => withoutPerson(own.database, accountId, work);
  const since = new Date();
  const ids = await within(async (tenant) => {
    const warehouse = { api_key: 'key', base_url: 'https://warehouse.example.com', webhook_secret: 'signed with this' };
    const amware = await connect(tenant, seal, { connector: connectorNamed('amware'), name: 'Amware', since, settings: warehouse });
    const channel = { api_key: 'key', api_secret: 'secret', api_origin: 'https://ssapi.shipstation.com' };
    const shipStation = await connect(tenant, seal, {
      connector: connectorNamed('ship_station'),
      name: 'ShipStation',
      since,
      settings: channel,
    });
    const { address } = await webhookAddress(tenant, seal, '', shipStation.id);
    return { amware: amware.id, shipStation: shipStation.id, address };
  });
  const deliveries = () =>
    own.sql('select stream, remote_ids, handled_at is not null as handled from webhook_deliveries where account_id = $1 order by id', [
      accountId,
    ]);
  return { accountId, within, deliveries, ...ids };
}

function signed(event: string, ids: string[], { id = 'dlv_1', secret = 'signed with this', at = Date.now() } = {}) {
  const payload = JSON.stringify({ id, event, occurred_at: new Date(at).toISOString(), ids });
  const seconds = Math.floor(at / 1000);
  const signature = createHmac('sha256', secret).update(`${seconds}.${payload}`).digest('hex');
  return {
    payload,
    headers: { 'content-type': 'application/json', 'amware-delivery': id, 'amware-signature': `t=${seconds},v1=${signature}` },
  };
}

const post = (url: string, request: object) => own.as(null, { method: 'POST', url, ...request });
const pulls = (accountId: number) =>
  own.sql<{ key: string }>(`select key from graphile_worker.jobs where key like 'pull:' || $1 || ':%' order by key`, [accountId]);

test('a signed webhook is stored once, gets its reply at once, and its stream is read on', async () => {
  const { accountId, amware, deliveries } = await connected();
  await own.sql('delete from graphile_worker._private_jobs');
  const hint = signed('order.changed', ['AMW-1']);
  for (const _ of [1, 2]) expect((await post(`/api/webhooks/${accountId}/${amware}`, hint)).statusCode).toBe(202);
  expect(await deliveries()).toEqual([{ stream: 'order_changes', remote_ids: ['AMW-1'], handled: false }]);
  expect(await pulls(accountId)).toEqual([{ key: `pull:${accountId}:${amware}:order_changes` }]);
});

test('a webhook without proof is refused, and nothing of it is stored', async () => {
  const { accountId, amware, shipStation, deliveries } = await connected();
  const forged = [
    signed('order.changed', ['AMW-1'], { secret: 'guessed' }),
    signed('order.changed', ['AMW-1'], { at: Date.now() - 600_000 }),
    { ...signed('order.changed', ['AMW-1']), payload: '{}' },
    { payload: 'not JSON at all', headers: { 'content-type': 'text/plain' } },
  ];
  for (const request of forged) expect((await post(`/api/webhooks/${accountId}/${amware}`, request)).statusCode).toBe(401);
  const news = { payload: { resource_url: 'https://ssapi.shipstation.com/orders?importBatch=1', resource_type: 'ORDER_NOTIFY' } };
  expect((await post(`/api/webhooks/${accountId}/${shipStation}?secret=guessed`, news)).statusCode).toBe(401);
  expect(await deliveries()).toEqual([]);
});

test('an address with its secret accepts the channel’s webhook, and refuses one that names another host', async () => {
  const { address, deliveries } = await connected();
  const news = (url: string) => ({ payload: { resource_url: url, resource_type: 'ORDER_NOTIFY' } });
  expect((await post(address, news('https://ssapi.shipstation.com/orders?importBatch=1'))).statusCode).toBe(202);
  expect((await post(address, news('https://evil.example.com/orders'))).statusCode).toBe(401);
  expect(await deliveries()).toMatchObject([{ stream: 'orders' }]);
});

test('the address of another account, of no connection, or of a disconnected one is refused', async () => {
  const [a, b] = [await connected(), await connected()];
  const hint = signed('order.changed', ['AMW-1']);
  expect((await post(`/api/webhooks/${a.accountId}/${b.amware}`, hint)).statusCode).toBe(404);
  expect((await post(`/api/webhooks/${a.accountId}/999999`, hint)).statusCode).toBe(404);
  await a.within((tenant) => disconnect(tenant, a.amware));
  expect((await post(`/api/webhooks/${a.accountId}/${a.amware}`, hint)).statusCode).toBe(404);
});

test('a webhook for a stream that is not read counts as handled; when too many wait, more are refused with 429', async () => {
  const { accountId, amware, deliveries } = await connected();
  await own.sql(`delete from streams where account_id = $1 and stream = 'receipts'`, [accountId]);
  expect((await post(`/api/webhooks/${accountId}/${amware}`, signed('receipt.created', ['R1']))).statusCode).toBe(202);
  expect(await deliveries()).toMatchObject([{ stream: 'receipts', handled: true }]);
  await own.sql(
    `insert into webhook_deliveries (account_id, connection_id, delivery_id, stream, remote_ids, body) select $1, $2, 'd' || n, 'orders',
      '{}', '' from generate_series(1, 1000) n`,
    [accountId, amware],
  );
  const refused = await post(`/api/webhooks/${accountId}/${amware}`, signed('order.changed', ['AMW-1'], { id: 'dlv_2' }));
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '30']);
});

test('an address that takes nothing says so before a body comes, and a connection has room for so much that arrives', async () => {
  const [busy, other] = [await connected(), await connected()];
  await own.web.listen({ port: 0, host: '127.0.0.1' });
  const { port } = own.web.server.address() as AddressInfo;
  const begin = (place: string) => unsentBody(port, `POST /api/${place}`, { 'content-type': 'text/plain', 'content-length': 1_048_576 });
  const nothing = ['webhooks/1/999999', `webhooks/${busy.accountId}/${other.amware}`, 'application-webhooks/nobody'].map(begin);
  expect(await Promise.all(nothing.map(({ status }) => status))).toEqual(['404', '404', '404']);
  const bodies = Array.from({ length: 5 }, () => begin(`webhooks/${busy.accountId}/${busy.amware}`));
  expect(await Promise.race(bodies.map(({ status }) => status))).toBe('429');
  const hint = signed('order.changed', ['AMW-1']);
  expect((await post(`/api/webhooks/${busy.accountId}/${busy.amware}`, hint)).statusCode).toBe(429);
  expect((await post(`/api/webhooks/${other.accountId}/${other.amware}`, hint)).statusCode).toBe(202);
  for (const body of [...nothing, ...bodies]) body.leave();
});
