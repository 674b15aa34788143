import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { openDirectory } from '../app/people/accounts/people/directory.ts';
import { createAccount } from '../app/people/accounts/people.ts';
import { connect } from '../app/shared/connections/connecting/commands.ts';
import { webhookAddress } from '../app/shared/connections/webhooks/webhook-address.ts';
import { connectorNamed } from '../connectors/index.ts';
import { sealWith } from '../platform/seal.ts';
import { withoutPerson } from '../platform/tenant.ts';
import { freePort } from '../test/free-port.ts';
import type { Cluster } from './cluster.ts';
import { type Running, start } from './processes.ts';
import { mapServices } from './shop.ts';
import { newOrder, sku, skuCount, skuName } from './wire-orders.ts';

/** The whole product: web, workers and sandbox as processes, and one account between channel and warehouse. */
export type Flow = {
  accountId: number;
  sandbox: string;
  processes: Record<'sandbox' | 'web' | 'worker', Running[]>;
  /** Calls the sandbox's controls. */
  control: <T>(method: 'GET' | 'POST' | 'PUT', what: string, body?: unknown) => Promise<T>;
  stop: () => Promise<void>;
};

/** The warehouse ships each order a second after it took it. */
const pace = { open: 1_000, picking: 0, packed: 0, partially_shipped: 0, receiving: 0, twoParcelsPercent: 0 };

/**
 * `lifted`: both sides allow a million requests a minute, and say so in their headers; otherwise their real limits. `env`: given to web
 * and workers besides.
 */
export type FlowOptions = { latencyMs: number; lifted: boolean; workers?: number; env?: Record<string, string> };

export async function startFlow(cluster: Cluster, { workers = 1, env: more = {}, ...options }: FlowOptions): Promise<Flow> {
  const secretKey = randomBytes(32).toString('hex');
  const { running: sandbox, origin, control } = await startSandbox(options);
  const port = String(await freePort());
  // Files of its own: beside those of an earlier run, this database would count as restored, and look up each order before it is sent.
  const files = await mkdtemp(join(tmpdir(), 'crossdock-bench-files-'));
  const env = {
    DATABASE_URL: cluster.url,
    FILES_DIR: files,
    SECRET_KEY: secretKey,
    SANDBOX_ORIGIN: origin,
    LOG_LEVEL: 'warn',
    PORT: port,
    HOST: '127.0.0.1',
    ...more,
  };
  const web = await start(['bin/crossdock.ts', 'web'], env);
  const { accountId } = await connectBoth(cluster, secretKey, origin, `http://127.0.0.1:${port}`, control);
  const worker = await Promise.all(Array.from({ length: workers }, () => start(['bin/crossdock.ts', 'worker'], env)));
  const processes = { sandbox: [sandbox], web: [web], worker };
  return {
    accountId,
    sandbox: origin,
    processes,
    control,
    async stop() {
      for (const running of [web, ...worker, sandbox]) await running.stop();
      await rm(files, { recursive: true, force: true });
    },
  };
}

/** The sandbox in its own process, with the shop's goods in the warehouse's stock. */
export async function startSandbox({ latencyMs, lifted }: FlowOptions) {
  const running = await start(['sandbox/main.ts'], { SANDBOX_LATENCY_MS: String(latencyMs), SANDBOX_PACE: 'manual' });
  const origin = String(running.announced.sandbox);
  const control = controlOf(origin);
  await control('PUT', 'settings', { pace, ...(lifted ? { limits: { shipStation: 1_000_000, amware: 1_000_000 } } : {}) });
  const items = Array.from({ length: skuCount }, (_, n) => ({ sku: sku(n), name: skuName(n), units: 3_000_000 }));
  await control('POST', 'amware/items', { items });
  return { running, origin, control };
}

async function connectBoth({ url, database }: Cluster, secretKey: string, origin: string, web: string, control: Flow['control']) {
  const directory = openDirectory(url, 1);
  const accountId = await createAccount(directory, { name: 'Benchmark', timezone: 'America/New_York' });
  await directory.close();
  const seal = sealWith([secretKey]);
  const since = new Date(Date.now() - 60_000);
  return withoutPerson(database, accountId, async (tenant) => {
    const warehouse = { api_key: 'demo-amware-key', base_url: `${origin}/amware`, webhook_secret: 'demo-webhook-secret' };
    const { id: warehouseId } = await connect(tenant, seal, {
      connector: connectorNamed('amware'),
      name: 'Amware',
      settings: warehouse,
      since,
    });
    const channel = { api_key: 'demo-key', api_secret: 'demo-secret', api_origin: `${origin}/ship-station` };
    const { id: channelId } = await connect(tenant, seal, {
      connector: connectorNamed('ship_station'),
      name: 'ShipStation',
      settings: channel,
      since,
    });
    await mapServices(tenant, channelId);
    await sql`update connections set link_same_skus = true where account_id = ${accountId}`.execute(tenant.db);
    for (const [target, id] of [
      ['amware', warehouseId],
      ['ship_station', channelId],
    ] as const) {
      const { address } = await webhookAddress(tenant, seal, web, id);
      await control('POST', 'webhooks', { target, url: address, secret: 'demo-webhook-secret' });
    }
    return { accountId };
  });
}

const controlOf =
  (origin: string): Flow['control'] =>
  async (method, what, body) => {
    const response = await fetch(`${origin}/control/${what}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    if (!response.ok) throw new Error(`The sandbox refused ${what}: ${await response.text()}`);
    return (await response.json()) as never;
  };

type Summary = {
  shipStation: { counters: { requests: number; earned429: number }; orders: Record<string, number>; marks: number }[];
  amware: { orders: Record<string, number> }[];
};

export const summaryOf = (flow: Flow) => flow.control<Summary>('GET', 'summary');

/** Checks that each order was submitted once and confirmed once, without a 429: otherwise the figure means nothing. */
export async function expectAgreement(flow: Flow, count: number): Promise<void> {
  const { shipStation, amware } = await summaryOf(flow);
  const found = [shipStation[0]?.orders.shipped, shipStation[0]?.marks, amware[0]?.orders.shipped, shipStation[0]?.counters.earned429];
  if (JSON.stringify(found) !== JSON.stringify([count, count, count, 0]))
    throw new Error(`The sides disagree about ${count} orders: ${JSON.stringify({ shipStation, amware })}`);
}

/** Waits until every stream has been read once, so that products and stock are known. */
export async function synced({ owner }: Cluster): Promise<void> {
  await until(async () => (await owner.query('select from streams where read_at is null')).rowCount === 0);
  await until(async () => (await owner.query(`select from products where sku like 'BENCH-%'`)).rowCount === skuCount);
  await until(async () => (await owner.query('select from graphile_worker.jobs where locked_at is not null')).rowCount === 0);
}

/** Enters orders at their time, a few every tenth of a second, however busy the other side is. */
export async function sell(flow: Flow, { from, count, perSecond }: { from: number; count: number; perSecond: number }): Promise<void> {
  const started = performance.now();
  for (let sold = 0; sold < count; ) {
    const due = Math.min(count, Math.ceil(((performance.now() - started) / 1000) * perSecond));
    await enter(flow, from + sold, due - sold);
    sold = due;
    await wait(100);
  }
}

/** What a request to the sandbox may have. */
const atOnce = 10_000;

export async function enter({ control }: Flow, from: number, count: number): Promise<void> {
  for (let sold = 0; sold < count; sold += atOnce) {
    const orders = Array.from({ length: Math.min(atOnce, count - sold) }, (_, at) => newOrder(from + sold + at));
    await control('POST', 'ship_station/orders', { orders });
  }
}

/** Counts less often while many are missing, of which no more than four a millisecond can end: to count costs the database something too. */
export async function allFulfilled({ owner }: Cluster, count: number): Promise<void> {
  const missing = async () =>
    count - (await owner.query(`select count(*)::int as n from orders where order_status = 'fulfilled'`)).rows[0].n;
  await until(async () => {
    const left = await missing();
    await wait(Math.min(left / 4, 2_000));
    return left === 0;
  });
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const giveUp = Date.now() + 300_000;
  while (!(await holds())) {
    if (Date.now() > giveUp) throw new Error('It does not come to an end.');
    await wait(100);
  }
}
