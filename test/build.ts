import { sql } from 'kysely';
import { onTestFinished } from 'vitest';
import { enqueue, enqueueAll, type Job } from '../app/base/job-queue.ts';
import { type StreamName, streamNames } from '../app/base/stream-names.ts';
import { connect } from '../app/shared/connections/connecting/commands.ts';
import { connectorNamed } from '../connectors/index.ts';
import type { Tenant } from '../platform/tenant.ts';
import { inTenant } from '../platform/tenant.ts';
import type { SandboxOptions } from '../sandbox/config.ts';
import { type Sandbox, startSandbox } from '../sandbox/sandbox.ts';
import type { NewOrder, SellerOrder } from '../sandbox/ship-station/order.ts';
import type { TestDatabase } from './database.ts';
import { type TestEngine, testEngine } from './shop/engine.ts';
import { type OrderRow, readOrders } from './shop/orders.ts';

/** An account with a ShipStation channel and an Amware warehouse, both in its own sandbox, and functions to move time on. */
export type Shop = {
  own: TestDatabase;
  accountId: number;
  userId: number;
  sandbox: Sandbox;
  engine: TestEngine;
  channelId: number;
  warehouseId: number;
  /** A transaction of this account, as a person of it. */
  inTenant: <T>(work: (tenant: Tenant) => Promise<T>) => Promise<T>;
  /** Enters orders at the channel, by default of one mug each. */
  sell: (...orders: (Partial<NewOrder> & { orderNumber: string })[]) => SellerOrder[];
  /** Reads every stream once and runs all jobs that follow. */
  sync: () => Promise<void>;
  /** Reads these streams alone, and does what follows. */
  read: (...streams: StreamName[]) => Promise<void>;
  /** Runs as many rounds as an order without issues needs from the channel to its confirmation, until one changes nothing at a vendor. */
  flow: () => Promise<void>;
  /** Runs the account's housekeeping, as the sweep does. */
  tidy: () => Promise<void>;
  orders: () => Promise<OrderRow[]>;
  order: (number: string) => Promise<OrderRow>;
};

export type ShopOptions = SandboxOptions & {
  /** Connect the channel and the warehouse; true by default. */
  connected?: boolean;
  /** The account's; UTC by default. */
  timezone?: string;
  /** Map the channel's usual shipping code; true by default. */
  mapped?: boolean;
  /** What each `sync` reads after the first; all by default. What no test looks for again is most of what a sync costs. See `readFirst`. */
  reads?: readonly StreamName[];
};

/** The streams of tests about orders alone. */
export const ofOrders: readonly StreamName[] = ['orders', 'open_orders', 'order_changes', 'shipments'];
/** The streams of tests about orders and the goods that they are sent with. */
export const ofGoods: readonly StreamName[] = [...ofOrders, 'items', 'stock'];
const since = new Date('2020-01-01T00:00:00Z');

/** Builds a shop for one test. Its warehouse has a thousand each of MUG and CUP, and waits for `advance`; with `pace: 'instant'` it ships at once. */
export async function buildShop(
  own: TestDatabase,
  { connected = true, mapped = true, reads = [], timezone, ...options }: ShopOptions = {},
): Promise<Shop> {
  const sandbox = await startSandbox({ catalogue: 'empty', pace: 'manual', limits: { shipStation: null, amware: null }, ...options });
  onTestFinished(() => sandbox.stop());
  sandbox.control.client().catalogue.take([
    { sku: 'MUG', name: 'A mug', units: 1000 },
    { sku: 'CUP', name: 'A cup', units: 1000 },
  ]);
  const engine = await testEngine(own, sandbox.origin);
  const { accountId, userId } = await addAccount(own, timezone);
  const within: Shop['inTenant'] = (work) => inTenant(own.database, { accountId, userId }, work);
  const { channelId, warehouseId } = connected ? await connectBoth(within, engine, sandbox) : { channelId: 0, warehouseId: 0 };
  const read = async (...streams: StreamName[]) => {
    sandbox.control.runDue();
    await wakeStreams(within, streams);
    await engine.runJobs();
  };
  const sync = () => read(...reads);
  if (connected) await readFirst(own, engine, reads);
  if (connected && mapped) await mapUsual(within, channelId);
  const orders = () => readOrders(own, accountId);
  return {
    ...{ own, accountId, userId, sandbox, engine, channelId, warehouseId, inTenant: within, sync, read, orders },
    sell: (...sold) => sandbox.control.seller().add(sold.map((order) => ({ items: [{ sku: 'MUG', quantity: 1 }], ...order }))),
    tidy: async () => {
      await enqueueTidy(within);
      await engine.runJobs();
    },
    flow: async () => {
      for (let round = 0; round < 3; round++) {
        const before = engine.changes();
        await sync();
        if (engine.changes() === before) return;
      }
    },
    order: async (number) => {
      const found = (await orders()).find(({ source_order_number }) => source_order_number === number);
      if (!found) throw new Error(`There is no order ${number}.`);
      return found;
    },
  };
}

/** Whose first read may as well come later: arrivals are told from the beginning, and each walk through what is open starts again. */
const later: readonly (readonly StreamName[])[] = [['asn_changes', 'receipts'], ['still_there']];

/** What is connected is due, and its jobs are there: all is read, but for `later` ones where a shop goes on to read others alone. */
async function readFirst({ sql }: TestDatabase, engine: TestEngine, reads: readonly StreamName[]): Promise<void> {
  const isRead = (stream: StreamName) => reads.length === 0 || reads.includes(stream);
  const unread = later.filter((streams) => !streams.some(isRead)).flat();
  await sql(`delete from graphile_worker._private_jobs where payload ->> 'stream' = any($1)`, [unread]);
  await engine.runJobs();
}

let people = 0;

/** Creates an account with one person. */
export async function addAccount(own: TestDatabase, timezone = 'UTC'): Promise<{ accountId: number; userId: number }> {
  people += 1;
  const [account] = await own.sql<{ id: string }>(`insert into accounts (name, timezone) values ('Account ${people}', $1) returning id`, [
    timezone,
  ]);
  const [user] = await own.sql<{ id: string }>(`insert into users (name, email) values ('Ann', 'ann${people}@example.com') returning id`);
  await own.sql('insert into members (account_id, user_id, role) values ($1, $2, $3)', [account?.id, user?.id, 'account_admin']);
  return { accountId: Number(account?.id), userId: Number(user?.id) };
}

async function connectBoth(within: Shop['inTenant'], { seal }: TestEngine, { origin }: Sandbox) {
  const amware = { api_key: 'demo-amware-key', base_url: `${origin}/amware`, webhook_secret: 'demo-webhook-secret' };
  const shipStation = { api_key: 'demo-key', api_secret: 'demo-secret', api_origin: `${origin}/ship-station` };
  return within(async (tenant) => {
    const warehouse = await connect(tenant, seal, {
      connector: connectorNamed('amware'),
      name: 'Amware',
      since,
      settings: amware,
      identity: client,
    });
    const channel = await connect(tenant, seal, {
      connector: connectorNamed('ship_station'),
      name: 'ShipStation',
      since,
      settings: shipStation,
      identity: stores,
    });
    return { channelId: channel.id, warehouseId: warehouse.id };
  });
}

/** What the sandbox says of the demo's keys. */
const client = { name: 'Demo Gifts', keys: ['amware:account/demo'] };
const stores = { name: 'Web shop, Wholesale', keys: ['ship_station:store/310001', 'ship_station:store/310002'] };

function mapUsual(within: Shop['inTenant'], channelId: number) {
  return within((tenant) =>
    sql`insert into shipping_options (account_id, connection_id, connector_code, amware_code)
      values (${tenant.accountId}, ${channelId}, 'ups_ground', 'UPSGR')`.execute(tenant.db),
  );
}

/** All of them, where none is named. */
function wakeStreams(within: Shop['inTenant'], streams: readonly StreamName[]) {
  return within(async (tenant) => {
    const { rows } = await sql<{ id: number; stream: StreamName }>`
      update streams set due_at = now() where account_id = ${tenant.accountId} and (${streams}::text[] = '{}' or stream = any(${streams}::text[]))
      returning connection_id as id, stream`.execute(tenant.db);
    // A statement returns them in the order in which they lie: which was read first would decide now and then how a test ends.
    const inOrder = rows.toSorted((a, b) => a.id - b.id || streamNames.indexOf(a.stream) - streamNames.indexOf(b.stream));
    const pulls = inOrder.map(({ id, stream }): Job => {
      const key = `pull:${tenant.accountId}:${id}:${stream}`;
      return { name: 'stream:pull', payload: { accountId: tenant.accountId, connectionId: id, stream }, key, queue: key };
    });
    // In a statement of its own, which is not sent to the account's node.
    await enqueueAll(tenant, pulls);
  });
}

function enqueueTidy(within: Shop['inTenant']) {
  return within((tenant) => enqueue(tenant, 'account:tidy', {}));
}
