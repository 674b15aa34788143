import { setTimeout as wait } from 'node:timers/promises';
import { type Cluster, startCluster } from './cluster.ts';
import { cpuMs } from './cpu.ts';
import { type Benchmark, type Figure, quantile } from './figure.ts';
import { type Flow, startFlow } from './flow.ts';
import { newOrder } from './wire-orders.ts';

const latencyMs = 50;
const perSecond = Number(process.env.BENCH_RATE ?? 100);
const seconds = Number(process.env.BENCH_SECONDS ?? 60);
const warmUpSeconds = 5;

/** Orders arrive at the channel at a steady pace, a few every tenth of a second, as a shop's do on its best day. */
export const benchmark: Benchmark = {
  name: 'pipeline',
  about: `${perSecond} orders a second for ${seconds} s, channel → warehouse → shipment → channel confirmed, over HTTP to a sandbox that answers in ${latencyMs} ms`,
  async run() {
    const cluster = await startCluster();
    const flow = await startFlow(cluster, { latencyMs, limit: '1000000', workers: Number(process.env.BENCH_WORKERS ?? 1) });
    try {
      await waitForProducts(cluster);
      await sell(flow, 0, warmUpSeconds);
      await allFulfilled(cluster, warmUpSeconds * perSecond);
      const before = costs(cluster, flow);
      const started = performance.now();
      const from = warmUpSeconds * perSecond;
      await sell(flow, from, seconds);
      await allFulfilled(cluster, from + seconds * perSecond);
      const took = (performance.now() - started) / 1000;
      showCosts(before, costs(cluster, flow), seconds * perSecond, took);
      await expectAgreement(flow, from + seconds * perSecond);
      return [...throughput(took), ...(await latencies(cluster, from))];
    } finally {
      await flow.stop();
      await cluster.stop();
    }
  },
};

/** Enters orders at their time, however busy the other side is. */
async function sell(flow: Flow, from: number, forSeconds: number): Promise<void> {
  const started = performance.now();
  const count = forSeconds * perSecond;
  for (let sold = 0; sold < count; ) {
    const due = Math.min(count, Math.ceil(((performance.now() - started) / 1000) * perSecond));
    if (due > sold) {
      const orders = Array.from({ length: due - sold }, (_, at) => newOrder(from + sold + at));
      sold = due;
      await flow.control('POST', 'ship_station/orders', { orders });
    }
    await wait(100);
  }
}

async function waitForProducts({ owner }: Cluster): Promise<void> {
  await until(async () => (await owner.query('select from products')).rowCount === 2_000);
}

async function allFulfilled({ owner }: Cluster, count: number): Promise<void> {
  await until(async () => (await owner.query(`select from orders where order_status = 'fulfilled'`)).rowCount === count);
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const giveUp = Date.now() + 300_000;
  while (!(await holds())) {
    if (Date.now() > giveUp) throw new Error('It does not come to an end.');
    await wait(100);
  }
}

type Summary = {
  shipStation: {
    counters: { requests: number; operations: Record<string, number>; earned429: number };
    orders: Record<string, number>;
    marks: number;
  }[];
  amware: {
    counters: { requests: number; operations: Record<string, number>; duplicatesRefused: number };
    orders: Record<string, number>;
  }[];
};

/** Each order was sent once, and confirmed once: otherwise the figure means nothing. */
async function expectAgreement(flow: Flow, count: number): Promise<void> {
  const { shipStation, amware } = await flow.control<Summary>('GET', 'summary');
  console.log(JSON.stringify(shipStation[0]?.counters), JSON.stringify(amware[0]?.counters));
  const found = [shipStation[0]?.orders.shipped, shipStation[0]?.marks, amware[0]?.orders.shipped, shipStation[0]?.counters.earned429];
  if (JSON.stringify(found) !== JSON.stringify([count, count, count, 0]))
    throw new Error(`The sides disagree: ${JSON.stringify({ shipStation, amware, count })}`);
}

function throughput(took: number): Figure[] {
  const value = (perSecond * seconds * 3600) / took;
  return [{ bench: 'pipeline', case: `${perSecond}/s`, metric: 'orders_per_h', value, goal: '≥ 300,000' }];
}

/** From the moment an order's page was begun to be stored to the warehouse's yes. */
async function latencies({ owner }: Cluster, skipped: number): Promise<Figure[]> {
  const { rows } = await owner.query<{ ms: number }>(`
    select (extract(epoch from e.at - o.created_at) * 1000)::float8 as ms
    from order_events e join orders o on o.account_id = e.account_id and o.id = e.order_id
    where e.kind = 'accepted' and o.id > (select id from orders order by id offset ${skipped - 1} limit 1)`);
  const all = rows.map(({ ms }) => ms);
  const figure = (metric: string, share: number, goal: string): Figure => ({
    bench: 'pipeline',
    case: `${perSecond}/s`,
    metric,
    value: quantile(all, share),
    goal,
  });
  return [figure('accept_p50_ms', 0.5, '≤ 500'), figure('accept_p99_ms', 0.99, '≤ 2,000')];
}

function costs(cluster: Cluster, { processes }: Flow): Record<string, number> {
  const own = Object.entries(processes).map(([name, all]) => [name, all.reduce((sum, { child }) => sum + cpuMs(child.pid), 0)]);
  return { ...Object.fromEntries(own), database: cpuMs(cluster.pid(), true) };
}

function showCosts(before: Record<string, number>, after: Record<string, number>, orders: number, took: number): void {
  const shown = Object.entries(after).map(([name, ms]) => `${name} ${((ms - (before[name] ?? 0)) / orders).toFixed(2)}`);
  const total = Object.entries(after).reduce((sum, [name, ms]) => sum + ms - (before[name] ?? 0), 0);
  console.log(`CPU ms an order: ${shown.join(', ')}; ${(total / 1000 / took).toFixed(2)} cores busy over ${took.toFixed(1)} s`);
}
