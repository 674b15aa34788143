import { expect, test } from 'vitest';
import { connectorNamed } from '../../../../connectors/index.ts';
import { testDatabase } from '../../../../test/database.ts';
import { type Buyer, buildBuyer } from '../../../../test/shop/purchasing.ts';
import { connect, disconnect, setPaused } from '../../../shared/connections/connecting/commands.ts';
import { hold, unhold } from '../../purchase-orders/actions/flags.ts';
import { lockPurchaseOrders } from '../lock.ts';

// A warehouse that is disconnected and connected again: what waits for goods is announced to it, and expected there once.

const own = testDatabase();

async function connectAgain({ inTenant, engine, sandbox }: Buyer): Promise<void> {
  const settings = { api_key: 'demo-amware-key', base_url: `${sandbox.origin}/amware`, webhook_secret: 'demo-webhook-secret' };
  await inTenant((tenant) =>
    connect(tenant, engine.seal, {
      connector: connectorNamed('amware'),
      name: 'Amware',
      settings,
      since: new Date('2020-01-01T00:00:00Z'),
    }),
  );
}

/** As the sweep finds it half a minute later. */
async function swept(buyer: Buyer): Promise<void> {
  await own.sql(`update purchase_orders set checked_at = now() - interval '1 minute'`);
  await buyer.tidy();
  await buyer.sync();
}

/** In the order of the alphabet, since those that are announced side by side arrive in any. */
const asnsOf = ({ sandbox }: Buyer) => (sandbox.control.state().amware[0]?.asns ?? []).map(({ status }) => status).toSorted();

test('what a disconnected warehouse was told is announced to the one that is connected next, and the same one expects it once', async () => {
  const buyer = await buildBuyer(own);
  buyer.buy('P-1');
  await buyer.flow();
  buyer.sandbox.control.faults.add({ target: 'amware', operation: 'create_asn', kind: '500', probability: 1 });
  buyer.buy('P-2');
  await buyer.sync();
  await buyer.inTenant((tenant) => disconnect(tenant, buyer.warehouseId));
  buyer.sandbox.control.faults.clear();
  await swept(buyer);
  expect((await buyer.purchases()).map(({ asns }) => asns)).toEqual([['announced'], ['waiting']]);
  await connectAgain(buyer);
  await swept(buyer);
  expect(asnsOf(buyer)).toEqual(['announced', 'announced']);
  for (const number of ['P-1', 'P-2']) {
    const order = await buyer.purchase(number);
    expect(order).toMatchObject({ asns: ['announced'], issues: [], lines: [{ quantity_announced: 10 }] });
    expect(order.events.slice(-2)).toEqual(['announce_changed', 'announced']);
    await buyer.receive(number, [{ sku: 'MUG', quantity: 10 }], { close: true });
    expect(await buyer.purchase(number)).toMatchObject({ status: 'received', units_received: 10, issues: [] });
  }
  const [{ waiting = null } = {}] = await own.sql<{ waiting: string }>(
    `select count(*) as waiting from outbox where state in ('waiting', 'sending', 'failed')`,
  );
  expect(waiting).toBe('0');
});

test('one that was held in the meantime is announced once it goes on; one of which a part came is left to a person', async () => {
  const buyer = await buildBuyer(own);
  for (const number of ['P-1', 'P-2']) buyer.buy(number);
  await buyer.flow();
  await buyer.receive('P-2', [{ sku: 'MUG', quantity: 4 }]);
  const { id } = await buyer.purchase('P-1');
  const act = (action: typeof hold | typeof unhold) =>
    buyer.inTenant(async (tenant) => void (await action(tenant, await lockPurchaseOrders(tenant, [id]))));
  await buyer.inTenant((tenant) => disconnect(tenant, buyer.warehouseId));
  await act(hold);
  await connectAgain(buyer);
  await swept(buyer);
  expect(await buyer.purchase('P-1')).toMatchObject({ status: 'hold', asns: ['cancelled'] });
  await act(unhold);
  await buyer.flow();
  expect(await buyer.purchase('P-1')).toMatchObject({ status: 'pending', asns: ['announced'], issues: [] });
  expect(await buyer.purchase('P-2')).toMatchObject({ status: 'received', asns: ['receiving'], units_received: 4 });
  expect(asnsOf(buyer)).toEqual(['announced', 'receiving']);
});

test.each([
  ['by this build', true],
  ['by one that kept nothing of it', false],
])('one that its warehouse cancelled when it was held is announced anew once it goes on, without a question (%s)', async (_, keeps) => {
  const buyer = await buildBuyer(own);
  for (const number of ['P-1', 'P-2']) buyer.buy(number);
  await buyer.flow();
  const { id } = await buyer.purchase('P-1');
  const act = (action: typeof hold | typeof unhold) =>
    buyer.inTenant(async (tenant) => void (await action(tenant, await lockPurchaseOrders(tenant, [id]))));
  await act(hold);
  await buyer.flow();
  expect(asnsOf(buyer)).toEqual(['announced', 'cancelled']);
  if (!keeps) await own.sql('update asns set reference_spent = false where account_id = $1', [buyer.accountId]);
  await buyer.inTenant((tenant) => disconnect(tenant, buyer.warehouseId));
  await connectAgain(buyer);
  await swept(buyer);
  await act(unhold);
  await buyer.flow();
  expect(await buyer.purchase('P-1')).toMatchObject({ status: 'pending', asns: ['cancelled', 'announced'], issues: [] });
  expect(asnsOf(buyer)).toEqual(['announced', 'announced', 'cancelled']);
});

test('one that was held before it was announced is announced under its own reference by the warehouse that is connected next', async () => {
  const buyer = await buildBuyer(own);
  await buyer.inTenant((tenant) => setPaused(tenant, buyer.warehouseId, true));
  buyer.buy('P-1');
  await buyer.flow();
  const { id } = await buyer.purchase('P-1');
  const act = (action: typeof hold | typeof unhold) =>
    buyer.inTenant(async (tenant) => void (await action(tenant, await lockPurchaseOrders(tenant, [id]))));
  const references = () => own.sql<{ reference: string }>('select reference from asns where account_id = $1', [buyer.accountId]);
  const [first] = await references();
  await act(hold);
  await buyer.inTenant((tenant) => disconnect(tenant, buyer.warehouseId));
  await connectAgain(buyer);
  await act(unhold);
  await buyer.flow();
  expect((await buyer.purchase('P-1')).asns).toEqual(['cancelled', 'announced']);
  expect((await references()).map(({ reference }) => reference)).toContain(first?.reference);
});
