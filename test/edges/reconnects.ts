import { until } from '../faults/until.ts';
import { becomes, connect, disconnect, refused } from './connections.ts';
import type { EdgeSize } from './edge.ts';
import { inMidFlow, type Stage } from './stage.ts';

/**
 * The channel and the source of purchase orders are disconnected, and connected again from an early date on, so that all their orders are
 * read anew. In the meantime the warehouse ships and receives.
 */
export async function reconnectChannel(stage: Stage, size: EdgeSize): Promise<void> {
  await inMidFlow(stage, size);
  for (const each of ['ship_station', 'netsuite'] as const) await disconnect(stage, each);
  stage.sell(size.orders);
  await stage.buy(size.bought);
  await goodsMove(stage, size);
  for (const each of ['ship_station', 'netsuite'] as const) await connect(stage, each);
  stage.sell(Math.ceil(size.orders / 2));
}

/** The warehouse is disconnected while nobody knows what became of some that it was sent, and connected again. */
export async function reconnectWarehouse(stage: Stage, size: EdgeSize): Promise<void> {
  await inMidFlow(stage, size);
  await leaveInDoubt(stage, size);
  await disconnect(stage, 'amware');
  stage.sell(size.orders);
  await stage.buy(size.bought);
  await goodsMove(stage, size);
  await connect(stage, 'amware');
  stage.sell(Math.ceil(size.orders / 2));
}

/** Some submits and announcements take effect without a reply. */
async function leaveInDoubt(stage: Stage, { orders, bought }: EdgeSize): Promise<void> {
  const { faults } = stage.sandbox.control;
  const lost = ['submit_order', 'create_asn'].map((operation) =>
    faults.add({ target: 'amware', operation, kind: 'drop_after_accept', durationMs: 600_000 }),
  );
  stage.sell(orders);
  await stage.buy(bought);
  const given = () => faults.list().filter(({ id, given }) => lost.some((fault) => fault.id === id) && given > 0).length;
  if (!(await until(async () => given() === lost.length, 60_000))) throw new Error('Nothing was left in doubt.');
  for (const { id } of lost) faults.clear(id);
}

/** What the warehouse has leaves and comes while it, or who is told, is disconnected. */
async function goodsMove({ sandbox }: Stage, { orders }: EdgeSize): Promise<void> {
  const left = () => sandbox.control.state().amware.flatMap((client) => client.orders.filter(({ status }) => status === 'shipped')).length;
  if (!(await until(async () => left() >= Math.ceil(orders / 2), 60_000))) throw new Error('Nothing left the warehouse.');
}

/** The same shop, one store of it, its books and its warehouse are connected a second time, also by two people at once: refused, and named. */
export async function connectTwice(stage: Stage, size: EdgeSize): Promise<void> {
  await inMidFlow(stage, size);
  for (const store_id of ['', '310002']) await refused(connect(stage, 'ship_station', { store_id }), 'connected_twice', 'ShipStation');
  await refused(connect(stage, 'netsuite'), 'connected_twice', 'NetSuite');
  await refused(connect(stage, 'amware'), 'connected_twice', 'Amware');
  stage.sell(size.orders);
  await disconnect(stage, 'ship_station');
  const both = await Promise.allSettled([connect(stage, 'ship_station'), connect(stage, 'ship_station')]);
  const connected = both.filter(({ status }) => status === 'fulfilled').length;
  if (connected !== 1) throw new Error(`Of two people who connected the same shop at once, ${connected} succeeded.`);
  await stage.buy(size.bought);
  stage.sell(Math.ceil(size.orders / 2));
}

/**
 * Replies of the warehouse are lost, and then it gives our key to another client, which has the same goods. A person enters a key of that
 * other one, which is refused, and then ours.
 */
export async function exchangeKey(stage: Stage, size: EdgeSize): Promise<void> {
  const { control } = stage.sandbox;
  const [ours, others] = [control.client('demo-amware-key'), control.client('second-amware-key')];
  const goods = [...ours.items.rows.values()].map(({ sku, name }) => ({ sku, name, units: 1_000_000 }));
  others.catalogue.take(goods);
  await inMidFlow(stage, size);
  await leaveInDoubt(stage, size);
  Object.assign(ours, { apiKey: 'new-amware-key' });
  Object.assign(others, { apiKey: 'demo-amware-key' });
  stage.sell(size.orders);
  await stage.buy(size.bought);
  await becomes(stage, 'amware', 'needs_reconnect');
  const enter = (api_key: string) =>
    stage.person.call('PUT', '/api/connectors/amware', { settings: { ...stage.seller.settings.amware, api_key } });
  await refused(enter('demo-amware-key'), 'another_identity', 'Second Store');
  await enter('new-amware-key');
  stage.sell(Math.ceil(size.orders / 2));
  const state = control.state().amware.find(({ key }) => key === 'demo-amware-key');
  if (state && state.orders.length + state.asns.length > 0) throw new Error('Another client of the warehouse was sent something of ours.');
}
