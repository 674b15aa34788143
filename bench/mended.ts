import { setTimeout as wait } from 'node:timers/promises';
import { savePreset } from '../app/nouns/mappings/rules/commands.ts';
import { saveShippingOptions } from '../app/nouns/mappings/shipping-options/commands.ts';
import { storeOrders } from '../app/nouns/order-flow/intake/intake.ts';
import { prepareOrders } from '../app/nouns/order-flow/intake/order-rows.ts';
import { enqueueCheck } from '../app/nouns/order-flow/recheck.ts';
import { parseJson } from '../connectors/http/json.ts';
import { translateAll } from '../connectors/http/records.ts';
import { translateOrder } from '../connectors/ship-station/translate.ts';
import { orderPage } from '../connectors/ship-station/wire.ts';
import { type Tenant, withoutPerson } from '../platform/tenant.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { type Benchmark, type Figure, quantile } from './figure.ts';
import { allFulfilled, expectAgreement, type Flow, startFlow, synced } from './flow.ts';
import { openShop } from './shop.ts';
import { newOrder, wirePage } from './wire-orders.ts';

const orders = Number(process.env.BENCH_ORDERS ?? 6_600);
const backlog = Number(process.env.BENCH_BACKLOG ?? 20_000);
const savingSeconds = Number(process.env.BENCH_SECONDS ?? 30);

/**
 * Orders that wait for one mapping, while another account's orders wait to be checked: how soon they go on once a person has mended what
 * they wait for, and whether anybody deadlocks while a person goes on saving as they are sent.
 */
export const benchmark: Benchmark = {
  name: 'mended',
  about: `${orders.toLocaleString('en-US')} orders that wait for one rule, beside ${backlog.toLocaleString('en-US')} orders of another account: mended by a preset, then by a mapping, then sent while a preset or mapping is saved each second`,
  async run() {
    const cluster = await startCluster();
    const flow = await startFlow(cluster, { latencyMs: 50, lifted: true });
    try {
      await synced(cluster);
      const other = await otherAccount(cluster);
      const channelId = await withoutMappings(cluster, flow);
      const work: Work = (what) => withoutPerson(cluster.database, flow.accountId, (tenant) => what(tenant, channelId));
      const [mapped, preset] = ['ups_ground', 'fedex_home_delivery'];
      await waitingFor(cluster, flow, mapped, 0);
      const byMapping = await mended(cluster, flow, other, () => work((tenant, id) => saveShippingOptions(tenant, id, [optionOf(mapped)])));
      const saves = [await savesWhileSending(work), await sent(cluster, flow, orders)];
      await waitingFor(cluster, flow, preset, orders);
      const byPreset = await mended(cluster, flow, other, () =>
        work((tenant, id) => savePreset(tenant, id, presetOf('shipping_code', 'UPSGR'))),
      );
      saves.push(await savesWhileSending(work), await sent(cluster, flow, 2 * orders));
      return [...figuresOf('by a mapping', byMapping), ...figuresOf('by a preset', byPreset), ...saves.flat(), await deadlocks(cluster)];
    } finally {
      await flow.stop();
      await cluster.stop();
    }
  },
};

type Work = <T>(what: (tenant: Tenant, channelId: number) => Promise<T>) => Promise<T>;

const optionOf = (code: string, method = 'UPSGR') => ({ connectorCode: code, amwareShipping: method });
const presetOf = (field: string, value: string) => ({ field_name: field, field_description: field, field_value: value });

/** The shop's channel, whose codes nobody has mapped. */
async function withoutMappings({ owner }: Cluster, { accountId }: Flow): Promise<number> {
  await owner.query('delete from shipping_options where account_id = $1', [accountId]);
  const { rows } = await owner.query(`select id from connections where account_id = $1 and connector = 'ship_station'`, [accountId]);
  return Number(rows[0].id);
}

/** Sells orders of this service, and waits until each waits for a person. */
async function waitingFor(cluster: Cluster, flow: Flow, serviceCode: string, from: number): Promise<void> {
  const sold = Array.from({ length: orders }, (_, at) => ({ ...newOrder(from + at), serviceCode }));
  await flow.control('POST', 'ship_station/orders', { orders: sold });
  await until(async () => (await inError(cluster, flow)) === orders);
}

async function inError({ owner }: Cluster, { accountId }: Flow): Promise<number> {
  const { rows } = await owner.query(`select count(*)::int as n from orders where account_id = $1 and order_status = 'error'`, [accountId]);
  return rows[0].n;
}

type Other = { accountId: number; ids: number[] };

/** Another account, and its orders. */
async function otherAccount(cluster: Cluster): Promise<Other> {
  const { accountId, channelId } = await openShop(cluster);
  const source = { connectionId: channelId, label: 'ShipStation', timezone: 'America/New_York' };
  for (let from = 0; from < backlog; from += 500) {
    const listed = orderPage.parse(parseJson(wirePage(from, from + 500, backlog)));
    const { records } = translateAll(listed.orders, (raw) => translateOrder(raw, { currency: 'USD', poNumberField: '' }));
    prepareOrders(records);
    await withoutPerson(cluster.database, accountId, (tenant) => storeOrders(tenant, source, records));
  }
  // Its channel is nobody: only its orders are checked.
  await cluster.owner.query(`update connections set secrets = null, state = 'paused' where account_id = $1`, [accountId]);
  const { rows } = await cluster.owner.query<{ id: string }>('select id from orders where account_id = $1 order by id', [accountId]);
  return { accountId, ids: rows.map(({ id }) => Number(id)) };
}

/** All of another account's orders wait to be checked. */
const enqueueOthers = ({ database }: Cluster, { accountId, ids }: Other) =>
  withoutPerson(database, accountId, (tenant) => enqueueCheck(tenant, ids));

type Mended = { saved: number; first: number; half: number; all: number; othersLeft: number };

/** Milliseconds from the click until it replies, and until the first, half and all of the orders wait for nobody any longer. */
async function mended(cluster: Cluster, flow: Flow, other: Other, save: () => Promise<unknown>): Promise<Mended> {
  await enqueueOthers(cluster, other);
  const started = performance.now();
  const since = () => performance.now() - started;
  const reached = async (left: number) => {
    await until(async () => (await inError(cluster, flow)) <= left, 10);
    return since();
  };
  const saved = save().then(since);
  const first = await reached(orders - 1);
  const { rows } = await cluster.owner.query(`select count(*)::int as n from graphile_worker.jobs where task_identifier = 'orders:check'`);
  const [half, all] = [await reached(orders / 2), await reached(0)];
  return { saved: await saved, first, half, all, othersLeft: rows[0].n };
}

const figuresOf = (by: string, { saved, first, half, all, othersLeft }: Mended): Figure[] => [
  { bench: 'mended', case: by, metric: 'saved_ms', value: saved },
  { bench: 'mended', case: by, metric: 'first_ms', value: first, goal: '≤ 1,000' },
  { bench: 'mended', case: by, metric: 'half_ms', value: half },
  { bench: 'mended', case: by, metric: 'all_ms', value: all },
  { bench: 'mended', case: by, metric: 'checks_waiting_then', value: othersLeft },
];

/** A preset and a mapping in turn, one a second. */
async function savesWhileSending(work: Work): Promise<Figure[]> {
  const took: number[] = [];
  for (let n = 0; n < savingSeconds; n++) {
    const started = performance.now();
    await work<unknown>((tenant, id) =>
      n % 2 === 0
        ? savePreset(tenant, id, presetOf('note', `Saved ${n} times`))
        : saveShippingOptions(tenant, id, [optionOf('ups_ground', n % 4 === 1 ? 'FDXHD' : 'UPSGR')]),
    );
    const ms = performance.now() - started;
    took.push(ms);
    await wait(Math.max(0, 1_000 - ms));
  }
  return [
    { bench: 'mended', case: 'saves while orders are sent', metric: 'save_p50_ms', value: quantile(took, 0.5) },
    { bench: 'mended', case: 'saves while orders are sent', metric: 'save_max_ms', value: Math.max(...took) },
  ];
}

/** Seconds until so many orders are confirmed, each of them sent once. */
async function sent(cluster: Cluster, flow: Flow, count: number): Promise<Figure[]> {
  const started = performance.now();
  await allFulfilled(cluster, count);
  const value = (performance.now() - started) / 1_000;
  await expectAgreement(flow, count);
  return [{ bench: 'mended', case: 'sent after the last save', metric: 'seconds', value }];
}

async function deadlocks({ owner }: Cluster): Promise<Figure> {
  const { rows } = await owner.query('select deadlocks::int as n from pg_stat_database where datname = current_database()');
  if (rows[0].n > 0) throw new Error(`${rows[0].n} deadlocks: BENCH_STATEMENTS=1 writes their statements to bench-plans.log.`);
  return { bench: 'mended', metric: 'deadlocks', value: 0, goal: '0' };
}

async function until(holds: () => Promise<boolean>, everyMs = 100): Promise<void> {
  const giveUp = Date.now() + 300_000;
  while (!(await holds())) {
    if (Date.now() > giveUp) throw new Error('It does not come to an end.');
    await wait(everyMs);
  }
}
