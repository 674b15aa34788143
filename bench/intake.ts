import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type PageRead, storeRecords } from '../app/engine/streams/pages/page.ts';
import { pageReader } from '../app/engine/streams/pages/reader.ts';
import { storeOrders } from '../app/nouns/order-flow/intake/intake.ts';
import { prepareOrders, type Source } from '../app/nouns/order-flow/intake/order-rows.ts';
import { apartFrom } from '../app/nouns/order-flow/intake/rules.ts';
import { startWorker } from '../app/worker.ts';
import type { ChannelOrder } from '../connectors/contract.ts';
import { parseJson } from '../connectors/http/json.ts';
import { translateAll } from '../connectors/http/records.ts';
import { translateOrder } from '../connectors/ship-station/translate.ts';
import { orderPage } from '../connectors/ship-station/wire.ts';
import { readEnvironment } from '../platform/env.ts';
import { createLog } from '../platform/log.ts';
import { withoutPerson } from '../platform/tenant.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { copyFloor } from './copy-floor.ts';
import { sayCosts } from './costs.ts';
import { cpuMs } from './cpu.ts';
import { type Benchmark, beside } from './figure.ts';
import { openShop, type Shop, secretKey } from './shop.ts';
import { linesOf, wirePage } from './wire-orders.ts';

const pageSize = 500;
const warmUp = 10_000;
const orders = Number(process.env.BENCH_ORDERS ?? 60_000);

/**
 * From a channel's pages, as received, to stored, translated and mapped orders. The pull's part runs here; the
 * check of what it stored is the job of a real worker in the same process, as in production. No warehouse is connected, so
 * it ends with mapping; search terms are written later, and how much later is measured too. The floor is
 * COPY of the very same rows.
 */
export const benchmark: Benchmark = {
  name: 'intake',
  about: `${orders.toLocaleString('en-US')} ShipStation orders of 3 lines on average: stored with payload, translated, mapped; beside COPY of the same rows`,
  async run() {
    const cluster = await startCluster();
    try {
      const shop = await openShop(cluster);
      // Files of its own: beside those of an earlier run, this database would count as restored.
      const files = await mkdtemp(join(tmpdir(), 'crossdock-bench-files-'));
      const env = readEnvironment({ DATABASE_URL: cluster.url, FILES_DIR: files, SECRET_KEY: secretKey, LOG_LEVEL: 'warn' });
      const worker = await startWorker(env, createLog(env));
      await storeBatch(cluster, shop, 0, warmUp);
      await allFound(cluster);
      const pages = pagesOf(warmUp, orders);
      const [started, before] = [performance.now(), costs(cluster)];
      await storePages(cluster, shop, pages);
      await allChecked(cluster);
      const seconds = (performance.now() - started) / 1000;
      sayCosts(before, costs(cluster), orders, seconds);
      await allFound(cluster);
      const searchable = (performance.now() - started) / 1000 - seconds;
      await worker.stop();
      await expectMapped(cluster);
      await rm(files, { recursive: true });
      const floor = await copyFloor(cluster, warmUp);
      const value = orders / seconds;
      return [
        beside({ bench: 'intake', rows: orders, metric: 'orders_per_s', value, floor, goal: '≥ 4,000, ≥ 0.125 ×' }),
        { bench: 'intake', rows: orders, metric: 'searchable_after_s', value: searchable },
      ];
    } finally {
      await cluster.stop();
    }
  },
};

const costs = (cluster: Cluster) => ({ 'this process': cpuMs(process.pid), database: cpuMs(cluster.pid(), true) });

async function storeBatch(cluster: Cluster, shop: Shop, from: number, count: number): Promise<void> {
  await storePages(cluster, shop, pagesOf(from, count));
  await allChecked(cluster);
}

const pagesOf = (from: number, count: number) =>
  Array.from({ length: count / pageSize }, (_, page) => wirePage(from + page * pageSize, from + (page + 1) * pageSize, from + count));

/** What the pull does with the text of each reply: while one page is stored, the next is parsed, and stored beside it. */
async function storePages({ database }: Cluster, { accountId, channelId }: Shop, pages: string[]): Promise<void> {
  const source = { connectionId: channelId, label: 'ShipStation', timezone: 'America/New_York' };
  const store = (page: PageRead) => withoutPerson(database, accountId, (tenant) => storeRecords(tenant, page));
  const at = (page: number) => ({ cursor: { page }, readAt: new Date() });
  const reader = pageReader<ReturnType<typeof at>>(
    async ({ cursor: { page } }) => ({ ok: true, value: readPage(source, pages, page) }),
    (_, __, page) => store(page),
  );
  for (const page of pages.keys()) {
    const { place, result, stored } = await reader.page(at(page));
    if (!result.ok) throw new Error('A page cannot be read.');
    reader.begin(place, result.value);
    if (!(await stored)) await store(result.value);
  }
}

function readPage(source: Source, pages: string[], page: number): PageRead {
  const listed = orderPage.parse(parseJson(pages[page] ?? ''));
  const { records } = translateAll(listed.orders, (raw) => translateOrder(raw, { currency: 'USD', poNumberField: '' }));
  prepareOrders(records);
  const read: PageRead = {
    ...{ count: records.length, records, unreadable: [], readIds: [], acknowledges: false },
    ...{ next: { page: page + 1 }, more: page + 1 < pages.length },
    store: async (tenant, some) => {
      const { created, skipped } = await storeOrders(tenant, source, some as ChannelOrder[]);
      return { done: created, skipped };
    },
  };
  const beside = (before: PageRead) => {
    const some = apartFrom(before.records as ChannelOrder[], records);
    return some && { records: some, readIds: [] };
  };
  return { ...read, beside };
}

async function allChecked({ owner }: Cluster): Promise<void> {
  for (;;) {
    const { rows } = await owner.query('select from orders where checked_at is null limit 1');
    if (rows.length === 0) return;
    await wait(20);
  }
}

/** Waits until all search terms are indexed. */
async function allFound({ owner }: Cluster): Promise<void> {
  while ((await owner.query('select from words_due limit 1')).rows.length > 0) await wait(20);
}

/** Checks that all of the work was done: otherwise the figure means nothing. */
async function expectMapped({ owner }: Cluster): Promise<void> {
  const { rows } = await owner.query<{ ready: number; linked: number; lines: number; payloads: number }>(`
    select (select count(*)::int from orders where order_status = 'pending' and shipping_code is not null and open_issues = 0) as ready,
      (select count(*)::int from order_lines where product_id is not null) as linked, (select count(*)::int from order_lines) as lines,
      (select count(*)::int from order_payloads) as payloads`);
  const expected = { ready: warmUp + orders, linked: 0, lines: 0, payloads: warmUp + orders };
  for (let number = 0; number < warmUp + orders; number++) expected.lines += linesOf(number);
  expected.linked = expected.lines;
  if (JSON.stringify(rows[0]) !== JSON.stringify(expected))
    throw new Error(`Expected ${JSON.stringify(expected)}, found ${JSON.stringify(rows[0])}`);
}
