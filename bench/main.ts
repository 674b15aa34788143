import { cpus } from 'node:os';
import { type Benchmark, type Figure, jsonLine, table } from './figure.ts';
import { closeFilled } from './filled/filled.ts';

/** Every benchmark, in the order in which they run. */
const benchmarks: Record<string, () => Promise<{ benchmark: Benchmark }>> = {
  intake: () => import('./intake.ts'),
  pipeline: () => import('./pipeline.ts'),
  'pipeline-limited': () => import('./pipeline-limited.ts'),
  traces: () => import('./traces.ts'),
  webhooks: () => import('./webhooks.ts'),
  announcements: () => import('./announcements.ts'),
  nodes: () => import('./nodes.ts'),
  mended: () => import('./mended.ts'),
  page: () => import('./page.ts'),
  start: () => import('./start.ts'),
  clicks: () => import('./clicks.ts'),
  client: () => import('./client.ts'),
  export: () => import('./export.ts'),
  import: () => import('./import.ts'),
  'orders-list': () => import('./orders-list.ts'),
  'v1-list': () => import('./v1-list.ts'),
  'order-detail': () => import('./order-detail.ts'),
  search: () => import('./search.ts'),
  dashboard: () => import('./dashboard.ts'),
  catalogue: () => import('./catalogue.ts'),
  'purchase-orders': () => import('./purchase-orders.ts'),
  plans: () => import('./plans.ts'),
};

/** `--keep` leaves the filled databases in .data/bench, for the next run of the same day. */
const chosen = process.argv.slice(2).filter((word) => word !== '--keep');
const unknown = chosen.filter((name) => !(name in benchmarks));
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}. There are: ${Object.keys(benchmarks).join(', ')}.`);
  process.exit(1);
}

console.log(`${cpus().length} cores, ${cpus()[0]?.model ?? 'of an unknown kind'}, Node.js ${process.version}\n`);
const figures: Figure[] = [];
try {
  for (const [name, load] of Object.entries(benchmarks)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    const { benchmark } = await load();
    console.log(`${name}: ${benchmark.about}`);
    figures.push(...(await benchmark.run()));
  }
} finally {
  await closeFilled();
}
console.log(`\n${table(figures)}\n`);
for (const figure of figures) console.log(jsonLine(figure));
process.exit(0);
