import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Cluster, startCluster } from './cluster.ts';
import { costsOf } from './costs.ts';
import { type Benchmark, beside, type Figure, quantile } from './figure.ts';
import { allFulfilled, enter, expectAgreement, type Flow, sell, startFlow, synced } from './flow.ts';

const latencyMs = 50;
const turns = Number(process.env.BENCH_TURNS ?? 10);
const perSecond = Number(process.env.BENCH_RATE ?? 100);
const orders = perSecond * Number(process.env.BENCH_SECONDS ?? 20);
const warmUp = 500;
const share = 0.05;

/** The whole product, with or without traces. `perOrder`: milliseconds of CPU an order, a figure for each turn. */
type Side = { cluster: Cluster; flow: Flow; known: number; perOrder: Record<string, number[]> };

/** Two products side by side, one of which sends traces. Only one of them works at a time, and who begins changes. */
export const benchmark: Benchmark = {
  name: 'traces',
  about: `what traces of one page and request in ${1 / share} cost: ${orders.toLocaleString('en-US')} orders, ${perSecond} a second, to the warehouse and back with and without them, in ${turns} turns; the median`,
  async run() {
    const collector = await startCollector();
    const without = await startSide({});
    const withTraces = await startSide({ TRACES_URL: collector.url, TRACES_SHARE: String(share) });
    try {
      for (let turn = 0; turn < turns; turn++)
        for (const side of turn % 2 === 0 ? [without, withTraces] : [withTraces, without]) await takeTurn(side);
      for (const { flow, known } of [without, withTraces]) await expectAgreement(flow, known);
      return [...costs(without, withTraces), ...(await outboxBytes(without, withTraces)), sentOf(collector.bytes() / withTraces.known)];
    } finally {
      await Promise.all([stopSide(without), stopSide(withTraces)]);
      collector.stop();
    }
  },
};

async function startSide(env: Record<string, string>): Promise<Side> {
  const cluster = await startCluster();
  const flow = await startFlow(cluster, { latencyMs, lifted: true, env });
  await synced(cluster);
  const side = { cluster, flow, known: 0, perOrder: {} };
  await play(side, warmUp, enter(flow, 0, warmUp));
  return side;
}

async function stopSide({ cluster, flow }: Side): Promise<void> {
  await flow.stop();
  await cluster.stop();
}

async function play(side: Side, count: number, enters: Promise<void>): Promise<void> {
  await enters;
  side.known += count;
  await allFulfilled(side.cluster, side.known);
}

async function takeTurn(side: Side): Promise<void> {
  const { web, worker } = side.flow.processes;
  const before = costsOf(side.cluster, { sandbox: [], web, worker });
  await play(side, orders, sell(side.flow, { from: side.known, count: orders, perSecond }));
  const after = costsOf(side.cluster, { sandbox: [], web, worker });
  const spent = Object.entries(after).map(([kind, ms]) => [kind, (ms - (before[kind] ?? 0)) / orders] as const);
  const all = [['all', spent.reduce((sum, [, ms]) => sum + ms, 0)] as const, ...spent];
  for (const [kind, ms] of all) side.perOrder[kind] = [...(side.perOrder[kind] ?? []), ms];
}

const kinds = ['all', 'web', 'worker', 'database'];

function costs(without: Side, withTraces: Side): Figure[] {
  const median = ({ perOrder }: Side, kind: string) => quantile(perOrder[kind] ?? [], 0.5);
  return kinds.map((kind) =>
    beside({
      ...{ bench: 'traces', case: kind, metric: 'cpu_ms_an_order', value: median(withTraces, kind), floor: median(without, kind) },
      goal: 'floor: without',
    }),
  );
}

/** Of the table's rows, without its indexes: none has the trace. */
async function outboxBytes(without: Side, withTraces: Side): Promise<Figure[]> {
  const bytes = async ({ cluster }: Side, which: string) =>
    (await cluster.owner.query<{ n: number }>(`select avg(pg_column_size(o.*))::float8 as n from outbox o where ${which}`)).rows[0]?.n ??
    Number.NaN;
  const floor = await bytes(without, 'true');
  const figure = { bench: 'traces', metric: 'bytes_a_row', floor, goal: 'floor: without' };
  return [
    beside({ ...figure, case: 'outbox', value: await bytes(withTraces, 'true') }),
    beside({ ...figure, case: 'outbox, of a sample', value: await bytes(withTraces, 'trace is not null') }),
  ];
}

const sentOf = (value: number): Figure => ({ bench: 'traces', case: 'to the collector', metric: 'bytes_an_order', value });

/** Takes traces, and only counts their bytes. */
async function startCollector(): Promise<{ url: string; bytes: () => number; stop: () => void }> {
  let bytes = 0;
  const server = createServer(async (request, reply) => {
    for await (const chunk of request) bytes += (chunk as Buffer).length;
    reply.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}/v1/traces`, bytes: () => bytes, stop };
}
