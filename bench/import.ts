import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from } from 'pg-copy-streams';
import type { Engine } from '../app/base/worker-context.ts';
import { startImport } from '../app/screens/import-export/imports/commands.ts';
import { entityNamed } from '../app/screens/import-export/imports/entities.ts';
import { knownTable } from '../app/screens/import-export/imports/files/mapping.ts';
import { workOnImport } from '../app/screens/import-export/imports/work.ts';
import { describeTable } from '../app/shared/imports/reading/table.ts';
import { openFiles, storeBytes } from '../platform/files.ts';
import { createLog } from '../platform/log.ts';
import { withoutPerson } from '../platform/tenant.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { cpuMs } from './cpu.ts';
import { type Benchmark, beside, type Figure } from './figure.ts';
import { readRowsMeanwhile } from './import-reads.ts';
import { openShop } from './shop.ts';

const products = Number(process.env.BENCH_IMPORT_PRODUCTS ?? 1_000_000);
const megabyte = 1_000_000;
const header = 'sku,name,upc,description,image_url,unit,weight,warehouse_location,reorder_point\n';
const columns = header.trim();

/**
 * A CSV file of products, one row in a hundred wrong, from the stored file to the last row applied: read, checked against what there
 * is, applied in one transaction with what an undo needs. Then the same file with other names, as an update of every product, and
 * that file once more, of which nothing is new. The floor is the database's COPY of the file into a bare table with a primary key.
 */
export const benchmark: Benchmark = {
  name: 'import',
  about: `${products.toLocaleString('en-US')} products from a CSV file, 1 in 100 wrong, checked and applied; the same again as an update; beside COPY`,
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'crossdock-bench-import-'));
    const cluster = await startCluster();
    try {
      const { accountId } = await openShop(cluster);
      const [first, second] = [join(folder, 'first.csv'), join(folder, 'second.csv')];
      await writeProducts(first, 'Product');
      await writeProducts(second, 'Other');
      const floor = () => measured(cluster, 'COPY', () => copyBare(cluster, first));
      // Before each import anew: the machine may give more in one minute than in the next.
      const beforeCreate = await floor();
      const idle = process.memoryUsage().rss;
      const created = await importFile(cluster, accountId, folder, first);
      const beforeUpdate = await floor();
      const changed = await importFile(cluster, accountId, folder, second);
      const beforeAgain = await floor();
      const again = await importFile(cluster, accountId, folder, second, { changesAll: false });
      const figures: Figure[] = [
        ...rates('create', created, beforeCreate),
        ...rates('update', changed, beforeUpdate),
        ...rates('nothing new', again, beforeAgain),
        {
          bench: 'import',
          rows: products,
          metric: 'rss_mb',
          value: (Math.max(created.peak, changed.peak, again.peak) - idle) / megabyte,
          goal: '≤ 200 above idle',
        },
        {
          bench: 'import',
          rows: products,
          metric: 'longest_read_ms',
          value: Math.max(created.longestReadMs, changed.longestReadMs, again.longestReadMs),
          goal: '≤ 1,000 while it is checked',
        },
      ];
      return figures;
    } finally {
      await cluster.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

/** What a piece of work took: seconds, and processor time a row, which is the same on a busy machine, or nearly. */
type Cost = { seconds: number; cpuUs: number };
type Measured = { check: Cost; apply: Cost; peak: number; longestReadMs: number };

function rates(name: string, { check, apply }: Measured, floor: Cost): Figure[] {
  const figure = { bench: 'import', rows: products, metric: 'rows_per_s', floor: products / floor.seconds };
  return [
    beside({ ...figure, case: name, value: products / (check.seconds + apply.seconds), goal: '≥ 0.083 ×' }),
    beside({ ...figure, case: `${name}: check alone`, value: products / check.seconds }),
    beside({ ...figure, case: `${name}: apply alone`, value: products / apply.seconds }),
    beside({ ...figure, case: name, metric: 'cpu_us', value: check.cpuUs + apply.cpuUs, floor: floor.cpuUs, goal: '≤ 12 ×' }),
  ];
}

/** Every hundredth has a weight with a comma, every fifth a name that needs quotes. */
async function writeProducts(file: string, word: string): Promise<void> {
  const row = (n: number) => {
    const name = n % 5 === 0 ? `"${word} ""${n}"", blue"` : `${word} ${n}`;
    const weight = n % 100 === 0 ? '"1,5"' : `0.${(n % 9) + 1}`;
    return `SKU-${n},${name},${String(100_000_000_000 + n)},Of stoneware; dishwasher-safe,https://example.com/${n}.jpg,piece,${weight},A-${n % 500},${n % 50}\n`;
  };
  const lines = function* () {
    yield header;
    for (let at = 0; at < products; at += 1_000)
      yield Array.from({ length: Math.min(1_000, products - at) }, (_, n) => row(at + n + 1)).join('');
  };
  await pipeline(Readable.from(lines()), createWriteStream(file));
}

async function copyBare({ owner }: Cluster, file: string): Promise<void> {
  const client = await owner.connect();
  try {
    await client.query('drop table if exists bare_products');
    await client.query(
      `create table bare_products (${columns
        .split(',')
        .map((name) => `${name} text`)
        .join(', ')}, primary key (sku))`,
    );
    await pipeline(
      createReadStream(file, { highWaterMark: 1 << 20 }),
      client.query(from('copy bare_products from stdin with (format csv, header true)')),
    );
  } finally {
    client.release();
  }
}

async function measured({ pid }: Cluster, name: string, work: () => Promise<void>): Promise<Cost> {
  const before = { own: cpuMs(process.pid), database: cpuMs(pid(), true) };
  const started = performance.now();
  await work();
  const seconds = (performance.now() - started) / 1000;
  const spent = (ms: number) => (ms * 1000) / products;
  const [own, database] = [spent(cpuMs(process.pid) - before.own), spent(cpuMs(pid(), true) - before.database)];
  console.log(`  CPU a row, ${name}: process ${own.toFixed(1)} µs, database ${database.toFixed(1)} µs`);
  return { seconds, cpuUs: own + database };
}

async function importFile(
  cluster: Cluster,
  accountId: number,
  folder: string,
  file: string,
  { changesAll } = { changesAll: true },
): Promise<Measured> {
  const { database, owner } = cluster;
  const files = openFiles({ filesDir: join(folder, 'files') });
  const entity = entityNamed('products');
  const stored = await storeBytes(files, accountId, createReadStream(file));
  const format = await describeTable({ bytes: await headOf(file), isCut: true }, { encoding: 'utf-8', damaged: false }, knownTable(entity));
  if (!format) throw new Error('The file has no table.');
  const digest = createHash('sha256').update(file).digest('base64url');
  const table = { ...stored, name: 'products.csv', digest, lines: products, format };
  const { id } = await withoutPerson(database, accountId, (tenant) => startImport(tenant, files, entity, table, true));
  // Only these of an engine are used.
  const engine = { database, files, log: createLog({ logLevel: 'warn' }) } as unknown as Engine;
  let [peak, longestReadMs] = [0, 0];
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20);
  const phase = (name: string) =>
    measured(cluster, name, () => workOnImport(engine, { accountId, userId: null, importId: id }, new AbortController().signal));
  const reads = readRowsMeanwhile(database, accountId, id, products);
  const check = await phase('check').finally(async () => (longestReadMs = await reads.end()));
  const costs = { check, apply: await phase('apply') };
  clearInterval(watch);
  const { rows } = await owner.query('select state, applied, wrong from imports where id = $1', [id]);
  const wrong = Math.floor(products / 100);
  const changes = changesAll ? products - wrong : 0;
  if (rows[0]?.state !== 'applied' || rows[0]?.applied !== changes || rows[0]?.wrong !== wrong)
    throw new Error(`Not imported: ${JSON.stringify(rows[0])}`);
  return { ...costs, peak, longestReadMs };
}

async function headOf(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    const head = Buffer.alloc(Math.min(65_536, (await stat(file)).size));
    await handle.read(head);
    return head;
  } finally {
    await handle.close();
  }
}
