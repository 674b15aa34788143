import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { allNouns } from '../app/entities/all.ts';
import { startItemsExport } from '../app/nouns/catalogue/export/commands.ts';
import { startOrdersExport } from '../app/nouns/orders/export/commands.ts';
import { writeExport } from '../app/shared/exports/write.ts';
import { copyOut } from '../platform/copy-out.ts';
import { openFiles } from '../platform/files.ts';
import { createLog } from '../platform/log.ts';
import { type Tenant, withoutPerson } from '../platform/tenant.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { type Benchmark, beside, type Figure } from './figure.ts';
import { openShop, type Shop } from './shop.ts';

const rows = Number(process.env.BENCH_EXPORT_ROWS ?? 1_000_000);
const megabyte = 1_000_000;

/**
 * The job that writes a file of orders, or of products, from the request to the file that can be downloaded: counted, made safe, in the account's
 * zone, with its progress reported. The floor is the bare COPY of the same columns through a client to a file, as `\copy` of psql does it.
 */
export const benchmark: Benchmark = {
  name: 'export',
  about: `${rows.toLocaleString('en-US')} orders, then as many products, to a CSV file, formula-safe; beside a bare COPY of the same columns to a file`,
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'crossdock-bench-export-'));
    const cluster = await startCluster();
    try {
      const shop = await openShop(cluster);
      await fill(cluster, shop);
      await fillProducts(cluster, shop);
      const idle = process.memoryUsage().rss;
      const peaks: number[] = [];
      const figures: Figure[] = [];
      for (const [name, what] of Object.entries(exported)) {
        // One of each to warm up, not measured.
        await copyBare(cluster, shop, folder, what);
        const first = await writeFile(cluster, shop, folder, what);
        const floor = rows / (await copyBare(cluster, shop, folder, what));
        const { seconds, peak } = await writeFile(cluster, shop, folder, what);
        peaks.push(first.peak, peak);
        figures.push(beside({ bench: 'export', case: name, rows, metric: 'rows_per_s', value: rows / seconds, floor, goal: '≥ 0.5 ×' }));
      }
      const value = (Math.max(...peaks) - idle) / megabyte;
      return [...figures, { bench: 'export', rows, metric: 'rss_mb', value, goal: 'flat: how far memory rises above idle' }];
    } finally {
      await cluster.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

/** Every fifth with a company whose name needs quotes, every tenth with a note that has quotes in it, phones that begin with +. */
async function fill({ owner }: Cluster, { accountId, channelId }: Shop): Promise<void> {
  await owner.query('alter table orders disable trigger user');
  await owner.query(
    `insert into orders (account_id, connection_id, remote_id, source_order_number, source_status, source_state, order_date, imported_day, currency,
      customer_id, customer_name, customer_phone, customer_email, company_name, address, address_2, city, state, postal_code, country, note, source_ref_num,
      source_shipping, source_shipping_description, shipping_code, shipping_cost, tax_cost, total_cost, weight_grams, content_hash, remote_modified_at, units_ordered)
    select $1, $2, 'R' || n, '10' || n, 'awaiting_shipment', 'ready', now() - n * interval '30 s', current_date, 'USD',
      'C' || n, 'Alex ' || n || ' Doe', '+1 512 555 ' || lpad((n % 10000)::text, 4, '0'), 'alex' || n || '@example.com', case when n % 5 = 0 then 'Doe, Smith & Co' end,
      n || ' Main Street', case when n % 4 = 0 then 'Suite ' || n % 100 end, 'Austin', 'TX', lpad((n % 99999)::text, 5, '0'), 'US',
      case when n % 10 = 0 then 'Leave "at" the door' end, case when n % 7 = 0 then 'PO' || n end,
      'ups', 'UPS Ground', 'ups_ground', 5.99, 1.25, 54.10, 350, md5(n::text), now(), 2
    from generate_series(1, $3::int) n`,
    [accountId, channelId, rows],
  );
  await owner.query('alter table orders enable trigger user');
  await owner.query(
    `insert into order_tallies (account_id, connection_id, imported_day, ordered_day, order_status, archived, n) values ($1, $2, current_date, current_date, 'pending', false, $3)`,
    [accountId, channelId, rows],
  );
  await owner.query('vacuum analyze orders');
}

/** Every fifth with a name that needs quotes, every tenth with one that a spreadsheet would calculate. */
async function fillProducts({ owner }: Cluster, { accountId }: Shop): Promise<void> {
  await owner.query('delete from products where account_id = $1', [accountId]);
  await owner.query(
    `insert into products (account_id, sku, name, upc, description, image_url, unit, weight, warehouse_location, reorder_point, quantity_on_hand)
    select $1, 'SKU-' || n, case when n % 10 = 0 then '=Mug ' || n when n % 5 = 0 then 'Mug "' || n || '", blue' else 'Mug ' || n end, (100000000000 + n)::text,
      'Of stoneware; dishwasher-safe', 'https://example.com/' || n || '.jpg', 'piece', (n % 9 + 1) / 10.0, 'A-' || n % 500, n % 50, n % 1000
    from generate_series(1, $2::int) n`,
    [accountId, rows],
  );
  await owner.query('vacuum analyze products');
}

type Exported = { table: 'orders' | 'products'; columns: string; start: (tenant: Tenant) => Promise<{ id: number }> };

const orderColumns = `order_number, source_order_number, connection_id, order_status, source_status, order_date, customer_id, customer_name, company_name,
  customer_phone, customer_email, address, address_2, city, state, postal_code, country, note, source_ref_num, amware_ref_num, source_shipping,
  source_shipping_description, shipping_code, warehouse_order_id, currency, shipping_cost, tax_cost, total_cost, weight_grams, units_ordered, units_shipped,
  open_issues, on_hold, locked, in_amware, archived_at, updated_at, updated_by`;
const itemColumns = `sku, name, upc, description, category_id, image_url, unit, weight, warehouse_location, reorder_point, quantity_on_hand,
  quantity_on_hold, in_stock`;

const exported: Record<string, Exported> = {
  orders: { table: 'orders', columns: orderColumns, start: (tenant) => startOrdersExport(tenant, {}) },
  products: { table: 'products', columns: itemColumns, start: (tenant) => startItemsExport(tenant, 'products', null) },
};

/** Seconds. */
async function copyBare({ owner }: Cluster, { accountId }: Shop, folder: string, { columns, table }: Exported): Promise<number> {
  const client = await owner.connect();
  try {
    const started = performance.now();
    const copied = copyOut(
      client,
      `copy (select ${columns} from ${table} where account_id = ${accountId}) to stdout with (format csv, header true)`,
    );
    await pipeline(copied, createWriteStream(join(folder, 'bare.csv')));
    return (performance.now() - started) / 1000;
  } finally {
    client.release();
  }
}

async function writeFile(
  { database, owner }: Cluster,
  { accountId }: Shop,
  folder: string,
  { start }: Exported,
): Promise<{ seconds: number; peak: number }> {
  const files = openFiles({ filesDir: folder });
  const log = createLog({ logLevel: 'warn' });
  let peak = 0;
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20);
  const started = performance.now();
  const { id } = await withoutPerson(database, accountId, start);
  await writeExport(allNouns, { database, files, log }, { accountId, userId: null, exportId: id }, new AbortController().signal);
  const seconds = (performance.now() - started) / 1000;
  clearInterval(watch);
  const { rows: found } = await owner.query(
    'select r.state, r.done, e.file_id from exports e join runs r on r.id = e.run_id where e.id = $1',
    [id],
  );
  if (found[0]?.state !== 'done' || found[0]?.done !== rows || !found[0]?.file_id)
    throw new Error(`Not written: ${JSON.stringify(found[0])}`);
  return { seconds, peak };
}
