import { expect, onTestFinished, test } from 'vitest';
import { startSandbox } from '../../../sandbox/sandbox.ts';
import { buildShop, type Shop } from '../../../test/build.ts';
import { testDatabase } from '../../../test/database.ts';
import { endFaults, sendWithLostReply } from '../../../test/shop/warehouse.ts';
import { wordedWith } from '../../../test/worded.ts';
import { disconnect } from '../../shared/connections/connecting/commands.ts';
import { connectTried, reconnectTried } from '../../shared/connections/trying/trying.ts';

const own = testDatabase();

const settings = ({ sandbox }: Shop, api_key: string) => ({ api_key, base_url: `${sandbox.origin}/amware`, webhook_secret: '' });
const orderedAt = ({ sandbox }: Shop) => sandbox.control.state().amware.map(({ orders }) => orders.length);

test('a key of another client that is entered in an outage is refused, and an order of unknown outcome stays one order', async () => {
  const shop = await buildShop(own);
  await sendWithLostReply(shop);
  await expect(reconnectTried(shop.engine, shop, 'amware', settings(shop, 'second-amware-key'))).rejects.toMatchObject({
    code: 'another_identity',
  });
  await endFaults(shop);
  expect(orderedAt(shop)).toEqual([1, 0]);
  expect(await shop.order('1001')).toMatchObject({ order_status: 'packing', in_amware: 1 });
});

test('what another client’s account says of an order of unknown outcome does not count', async () => {
  const shop = await buildShop(own);
  await sendWithLostReply(shop);
  const [ours, others] = [shop.sandbox.control.client('demo-amware-key'), shop.sandbox.control.client('second-amware-key')];
  // The provider gives our key to another client, which has none of our goods.
  Object.assign(ours, { apiKey: 'new-amware-key' });
  Object.assign(others, { apiKey: 'demo-amware-key' });
  await endFaults(shop);
  expect(await shop.order('1001')).toMatchObject({ order_status: 'pending', warehouse_order_id: expect.any(Number), open_issues: 0 });
  const [stopped] = await shop.own.sql('select state, last_failure from connections where id = $1', [shop.warehouseId]);
  // Whichever comes first: the look whose key it is, or a call that names its client and is refused.
  expect(stopped).toEqual({
    state: 'needs_reconnect',
    last_failure: wordedWith(/belong to Second Store, and Amware is Demo Gifts|^The credentials were refused/),
  });
  await reconnectTried(shop.engine, shop, 'amware', settings(shop, 'new-amware-key'));
  await endFaults(shop);
  expect(orderedAt(shop)).toEqual([1, 0]);
  expect(await shop.order('1001')).toMatchObject({ order_status: 'packing', in_amware: 1 });
});

test('a key that became another client’s takes nothing of ours there, though that one has the same goods', async () => {
  const shop = await buildShop(own);
  const [ours, others] = [shop.sandbox.control.client('demo-amware-key'), shop.sandbox.control.client('second-amware-key')];
  others.catalogue.take([{ sku: 'MUG', name: 'A mug', units: 100 }]);
  Object.assign(ours, { apiKey: 'new-amware-key' });
  Object.assign(others, { apiKey: 'demo-amware-key' });
  shop.sell({ orderNumber: '1001' });
  await shop.flow();
  expect(orderedAt(shop)).toEqual([0, 0]);
  expect(await shop.own.sql('select state from connections where id = $1', [shop.warehouseId])).toEqual([{ state: 'needs_reconnect' }]);
  expect(await shop.order('1001')).toMatchObject({ order_status: 'pending', open_issues: 0 });
  await reconnectTried(shop.engine, shop, 'amware', settings(shop, 'new-amware-key'));
  await shop.flow();
  expect(orderedAt(shop)).toEqual([1, 0]);
});

test('another provider with an account of the same id is refused, and the same one at another address is not', async () => {
  const shop = await buildShop(own);
  shop.sell({ orderNumber: '1001' });
  await shop.flow();
  const other = await startSandbox({ catalogue: 'empty', pace: 'manual' });
  onTestFinished(() => other.stop());
  const there = { ...shop.engine, sandboxOrigin: other.origin };
  const reconnectThere = () =>
    reconnectTried(there, shop, 'amware', {
      api_key: 'demo-amware-key',
      base_url: `${other.origin}/amware`,
      webhook_secret: 'demo-webhook-secret',
    });
  await expect(reconnectThere()).rejects.toMatchObject({
    ...{ status: 409, code: 'another_provider' },
    message: expect.stringMatching(/^The warehouse at this address does not have the order CD-\w+, which Amware has accepted\./),
  });
  // It has moved, with all that it has.
  other.control.client().catalogue.take([{ sku: 'MUG', name: 'A mug', units: 10 }]);
  for (const { body } of shop.sandbox.control.client().orders.rows.values()) other.control.client().desk.submit(body);
  expect((await reconnectThere()).message).toContain('is connected as');
});

test('another provider with an account of the same id, connected after the first was disconnected, is a connection of its own', async () => {
  const shop = await buildShop(own);
  shop.sell({ orderNumber: '1001' });
  await shop.flow();
  const other = await startSandbox({ catalogue: 'empty', pace: 'manual' });
  onTestFinished(() => other.stop());
  const end = (id: number) => shop.inTenant((tenant) => disconnect(tenant, id));
  const connectAt = ({ origin }: { origin: string }) =>
    connectTried({ ...shop.engine, sandboxOrigin: origin }, shop, {
      ...{ connector: 'amware', name: '' },
      settings: { api_key: 'demo-amware-key', base_url: `${origin}/amware`, webhook_secret: 'demo-webhook-secret' },
    });
  await end(shop.warehouseId);
  const second = await connectAt(other);
  expect(second.id).not.toBe(shop.warehouseId);
  expect(second.message).toBe('Amware is connected as Demo Gifts.');
  const keys = await shop.own.sql(`select reference_key from connections where account_id = $1 and connector = 'amware'`, [shop.accountId]);
  expect(new Set(keys.map(({ reference_key }) => reference_key)).size).toBe(2);
  await end(second.id);
  expect((await connectAt(shop.sandbox)).id).toBe(shop.warehouseId);
});
