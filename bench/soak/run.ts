import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { buildWhatIsStale } from '../../bin/start/build.ts';
import { type Cluster, startCluster } from '../cluster.ts';
import { allFulfilled, expectAgreement, type Flow, startFlow, synced } from '../flow.ts';
import { newOrder } from '../wire-orders.ts';
import { csv } from './csv.ts';
import { picture, risingOf } from './curves.ts';
import { type Sample, sample, type TableSample } from './sample.ts';

/**
 * Sells 30 orders a second for so many minutes, the first argument, through web, a worker and the sandbox, and reads every 15 seconds what
 * must not grow: `curves.ts` lists it. Into a folder, the second argument, go `soak.csv`, `tables.csv` and `soak.svg`. Ends with 1 where a
 * curve rises, as `rises.ts` defines it, or where channel, Crossdock and warehouse do not agree in the end.
 */
const [minutes = '120', folder = '.data/soak'] = process.argv.slice(2);
const perSecond = 30;
const sampleMs = 15_000;
const tickMs = 100;

if (!(Number(minutes) >= 3)) {
  console.error('The first argument is a number of minutes, 3 at least: in less nothing can be said of a curve.');
  process.exit(2);
}
await buildWhatIsStale(() => console.log('Building the pages …'));
const cluster = await startCluster();
const flow = await startFlow(cluster, { latencyMs: 50, lifted: true });
const samples: Sample[] = [];
const tables: TableSample[] = [];
try {
  await synced(cluster);
  const sold = await soak(cluster, flow, Number(minutes) * 60_000);
  await allFulfilled(cluster, sold);
  await expectAgreement(flow, sold);
  console.log(`${sold.toLocaleString('en-US')} orders were sent and confirmed once each.`);
} finally {
  await keep();
  await flow.stop();
  await cluster.stop();
}
const rising = risingOf(samples);
console.log(rising.length === 0 ? 'No curve rises.' : `These rise: ${rising.map(({ title }) => title).join('; ')}.`);
process.exit(rising.length === 0 ? 0 : 1);

/** Returns how many orders were sold. */
async function soak(cluster: Cluster, flow: Flow, forMs: number): Promise<number> {
  const started = performance.now();
  let [sold, sampled] = [0, 0];
  for (let passed = 0; passed < forMs; passed = performance.now() - started) {
    const due = Math.ceil((passed / 1000) * perSecond) - sold;
    if (due > 0) {
      await flow.control('POST', 'ship_station/orders', { orders: Array.from({ length: due }, (_, at) => newOrder(sold + at)) });
      sold += due;
    }
    if (passed >= (sampled + 1) * sampleMs) {
      sampled += 1;
      await note(await sample(cluster, flow, Math.round(passed / 1000), sold));
    }
    await wait(tickMs);
  }
  return sold;
}

async function note(read: { sample: Sample; tables: TableSample[] }): Promise<void> {
  samples.push(read.sample);
  tables.push(...read.tables);
  console.log(
    `${read.sample.at} s: ${Object.entries(read.sample.values)
      .map(([name, value]) => `${name} ${Number(value.toPrecision(4))}`)
      .join(', ')}`,
  );
  await keep();
}

/** Also in between: what ends early leaves what it has seen. */
async function keep(): Promise<void> {
  const place = resolve(folder);
  await mkdir(place, { recursive: true });
  await writeFile(join(place, 'soak.csv'), csv(samples.map(({ at, values }) => ({ seconds: at, ...values }))));
  await writeFile(join(place, 'tables.csv'), csv(tables));
  await writeFile(join(place, 'soak.svg'), picture(samples));
}
