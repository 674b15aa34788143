import { bareCalls } from './bare-calls.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { costsOf, sayCosts, saySteps } from './costs.ts';
import { type Benchmark, beside, type Figure, quantile } from './figure.ts';
import { allFulfilled, enter, expectAgreement, type Flow, sell, startFlow, synced } from './flow.ts';

const latencyMs = 50;
const perSecond = Number(process.env.BENCH_RATE ?? 100);
const seconds = Number(process.env.BENCH_SECONDS ?? 60);
const backlog = Number(process.env.BENCH_BACKLOG ?? 10_000);
const workers = Number(process.env.BENCH_WORKERS ?? 1);
const warmUp = 500;

/** Orders at a steady rate, then a backlog that arrives at once. The floor stores nothing: it only makes the calls. */
export const benchmark: Benchmark = {
  name: 'pipeline',
  about: `channel → warehouse → shipment → channel confirmed over HTTP, the sandbox replying in ${latencyMs} ms: ${perSecond} orders a second for ${seconds} s, then ${backlog.toLocaleString('en-US')} at once; beside a bare loop of the same calls`,
  async run() {
    const cluster = await startCluster();
    const flow = await startFlow(cluster, { latencyMs, lifted: true, workers });
    try {
      await synced(cluster);
      await timed(cluster, flow, 0, () => enter(flow, 0, warmUp), warmUp);
      const steady = perSecond * seconds;
      const took = await timed(cluster, flow, warmUp, () => sell(flow, { from: warmUp, count: steady, perSecond }), steady);
      const accepted = await acceptedAfter(cluster, warmUp);
      const cleared = await timed(cluster, flow, warmUp + steady, () => enter(flow, warmUp + steady, backlog), backlog);
      await expectAgreement(flow, warmUp + steady + backlog);
      const floor = await bareCalls(4_000, latencyMs);
      return [perHour(`${perSecond}/s`, steady / took, floor), ...accepted, perHour('backlog', backlog / cleared, floor)];
    } finally {
      await flow.stop();
      await cluster.stop();
    }
  },
};

/** Seconds until the last of these orders is confirmed. */
async function timed(cluster: Cluster, flow: Flow, known: number, enters: () => Promise<void>, count: number): Promise<number> {
  const before = costsOf(cluster, flow.processes);
  const started = performance.now();
  await enters();
  await allFulfilled(cluster, known + count);
  const took = (performance.now() - started) / 1000;
  if (known > 0) sayCosts(before, costsOf(cluster, flow.processes), count, took);
  if (known > 0) await saySteps(cluster, known);
  return took;
}

function perHour(name: string, perSecondMeasured: number, floor: number): Figure {
  return beside({ bench: 'pipeline', case: name, metric: 'orders_per_h', value: perSecondMeasured * 3600, floor, goal: '≥ 300,000' });
}

/** From the start of storing an order's page until the warehouse accepts it. */
async function acceptedAfter({ owner }: Cluster, skipped: number): Promise<Figure[]> {
  const { rows } = await owner.query<{ ms: number }>(`
    select (extract(epoch from e.at - o.created_at) * 1000)::float8 as ms
    from order_events e join orders o on o.account_id = e.account_id and o.id = e.order_id
    where e.kind = 'accepted' and o.id > (select id from orders order by id offset ${skipped - 1} limit 1)`);
  const all = rows.map(({ ms }) => ms);
  const of = { bench: 'pipeline', case: `${perSecond}/s` };
  return [
    { ...of, metric: 'accept_p50_ms', value: quantile(all, 0.5), goal: '≤ 500' },
    { ...of, metric: 'accept_p99_ms', value: quantile(all, 0.99), goal: '≤ 2,000' },
  ];
}
