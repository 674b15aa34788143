import pg from 'pg';
import { orderFilter } from '../app/nouns/order-flow/contract/filter.ts';
import { listOrders } from '../app/nouns/orders/list/queries.ts';
import { openDatabase } from '../platform/db.ts';
import { migrate } from '../platform/migrate.ts';
import { reading } from '../platform/tenant.ts';
import { citusUrl, createDistributed, createOnNodes, type OnNodes } from '../test/nodes/cluster.ts';
import type { Cluster } from './cluster.ts';
import { serverCpuMs } from './cpu.ts';
import { type Benchmark, beside, type Figure, quantile } from './figure.ts';
import { allFulfilled, enter, expectAgreement, startFlow, synced } from './flow.ts';

const latencyMs = 50;
const warmUp = 500;
const backlog = Number(process.env.BENCH_BACKLOG ?? 3_000);
const reads = 300;

/** `cpu`: milliseconds an order, by server. */
type Measured = { perHour: number; readMs: number; cpu: Map<string, number> };

/** Both databases are of the servers at CITUS_URL, whose settings are the operator's: the floor is one that is not distributed. */
export const benchmark: Benchmark = {
  name: 'nodes',
  about: `${backlog.toLocaleString('en-US')} orders at once through a coordinator and its nodes, and a list of them read; beside the coordinator alone. Skipped without CITUS_URL`,
  async run() {
    if (!citusUrl) return [];
    const alone = await createOnNodes();
    await migrate(alone.url);
    const one = await measured(alone);
    const { perHour, readMs, cpu } = await measured(await createDistributed());
    const of = { bench: 'nodes', rows: backlog };
    const whole = one.cpu.get(coordinator) ?? Number.NaN;
    const own = cpu.get(coordinator) ?? Number.NaN;
    return [
      beside({ ...of, metric: 'orders_per_h', value: perHour, floor: one.perHour, goal: '≥ 0.5 ×' }),
      beside({ ...of, case: 'a list', metric: 'p50_ms', value: readMs, floor: one.readMs, goal: '≤ 1.3 ×' }),
      ...[...cpu].map(([name, ms]): Figure => beside({ ...of, case: name, metric: 'cpu_ms_an_order', value: ms, floor: whole })),
      beside({ ...of, case: 'a core of the coordinator', metric: 'orders_per_h', value: 3_600_000 / own, floor: 3_600_000 / whole }),
    ];
  },
};

const coordinator = 'coordinator';

async function measured({ url, drop }: OnNodes): Promise<Measured> {
  const owner = new pg.Pool({ connectionString: url, max: 4 }).on('error', () => undefined);
  const database = openDatabase({ url, connections: 8, name: 'crossdock-bench' });
  const pids = await serversOf(url);
  const cluster: Cluster = { url, owner, database, pid: () => pids.get(coordinator), stop: drop };
  const flow = await startFlow(cluster, { latencyMs, lifted: true });
  try {
    await synced(cluster);
    await enter(flow, 0, warmUp);
    await allFulfilled(cluster, warmUp);
    const [before, began] = [used(pids), performance.now()];
    await enter(flow, warmUp, backlog);
    await allFulfilled(cluster, warmUp + backlog);
    const [after, took] = [used(pids), performance.now() - began];
    await expectAgreement(flow, warmUp + backlog);
    const cpu = new Map([...after].map(([name, ms]) => [name, (ms - (before.get(name) ?? 0)) / backlog]));
    return { perHour: (backlog / took) * 3_600_000, readMs: await readTime(cluster, flow.accountId), cpu };
  } finally {
    await flow.stop();
    await Promise.all([database.close(), owner.end()]);
    await cluster.stop();
  }
}

const used = (pids: Map<string, number>) => new Map([...pids].map(([name, pid]) => [name, serverCpuMs(pid)]));

async function readTime({ database }: Cluster, accountId: number): Promise<number> {
  const filter = orderFilter.parse({});
  const times: number[] = [];
  for (let turn = 0; turn < reads; turn++) {
    const began = performance.now();
    await reading(database, { accountId, userId: null }, (tenant) => listOrders(tenant, filter));
    times.push(performance.now() - began);
  }
  return quantile(times.slice(reads / 3), 0.5);
}

/** The process of each server, which has to be on this machine. */
async function serversOf(url: string): Promise<Map<string, number>> {
  const ask = async <Row extends pg.QueryResultRow>(address: URL, text: string) => {
    const client = new pg.Client({ connectionString: address.href });
    await client.connect();
    return (await client.query<Row>(text).finally(() => client.end())).rows;
  };
  const nodes = await ask<{ host: string; port: number; group: number }>(
    new URL(url),
    'select nodename as host, nodeport as port, groupid as "group" from pg_dist_node order by groupid',
  );
  const pids = new Map<string, number>();
  for (const { host, port, group } of nodes) {
    const address = Object.assign(new URL(url), { hostname: host, port: String(port) });
    const [row] = await ask<{ file: string }>(address, `select pg_read_file('postmaster.pid') as file`);
    pids.set(group === 0 ? coordinator : `node ${group}`, Number(row?.file.split('\n')[0]));
  }
  return pids;
}
