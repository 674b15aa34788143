import { sql } from 'kysely';
import type { ChannelOrder } from '../../../connectors/contract.ts';
import { isPassing } from '../../../platform/db.ts';
import { notify } from '../../../platform/events.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { enqueueCheck } from '../recheck.ts';
import { updateKnown } from './changes.ts';
import { storeNew } from './new-orders.ts';
import { contentHash, type Source } from './order-rows.ts';
import { insertPayloads } from './payloads.ts';
import { decidableNow, type IntakeRules, readIntakeRules } from './rules.ts';

export type Intake = { created: number; changed: number; skipped: number; unchanged: number };

/**
 * Stores a page of a channel's orders, payloads and all, and asks for the check of those about which anything is to be
 * decided that is not plain. The same order twice changes nothing: (account, connection, remote id) is unique and its
 * content is compared by hash.
 */
export async function storeOrders(tenant: Tenant, source: Source, page: ChannelOrder[]): Promise<Intake> {
  const orders = newestOfEach(page);
  const before = await hashesOf(tenant, source, orders);
  const fresh = orders.filter(({ remoteId }) => !before.has(remoteId));
  const differing = orders.filter((order) => before.has(order.remoteId) && before.get(order.remoteId) !== contentHash(order));
  const atHand = await readIntakeRules(tenant, source.connectionId, fresh);
  const plain = decidableNow(fresh, atHand, differing);
  const done = await withSavepoint(tenant, plain, (plain) => store(tenant, source, { fresh, differing, atHand, plain }));
  return { ...done, unchanged: orders.length - done.created - done.changed - done.skipped };
}

type Sorted = { fresh: ChannelOrder[]; differing: ChannelOrder[]; atHand: IntakeRules; plain: Set<ChannelOrder> };

async function store(tenant: Tenant, source: Source, { fresh, differing, atHand, plain }: Sorted): Promise<Omit<Intake, 'unchanged'>> {
  const made = await storeNew(tenant, source, fresh, plain, atHand);
  // New to us a moment ago, and stored by another reader since.
  const known = fresh.filter(({ remoteId }) => !made.has(remoteId));
  const { changed, skipped } = await updateKnown(tenant, source, [...differing, ...known]);
  await insertPayloads(tenant, changed);
  const created = [...made.values()];
  await enqueueCheck(
    tenant,
    [...created.filter(({ isChecked }) => !isChecked), ...changed].map(({ orderId }) => orderId),
  );
  const ids = created.map(({ orderId }) => orderId);
  if (ids.length > 0) notify(tenant, 'orders', ids);
  return { created: ids.length, changed: changed.length, skipped };
}

/** Nothing is lost by deciding at once: where that fails, all are stored as they are, and their check is asked for. */
async function withSavepoint<T>(tenant: Tenant, plain: Set<ChannelOrder>, work: (plain: Set<ChannelOrder>) => Promise<T>): Promise<T> {
  if (plain.size === 0) return work(plain);
  await sql`savepoint deciding`.execute(tenant.db);
  try {
    const done = await work(plain);
    await sql`release savepoint deciding`.execute(tenant.db);
    return done;
  } catch (error) {
    if (isPassing(error)) throw error;
    await sql`rollback to savepoint deciding`.execute(tenant.db);
    return work(new Set());
  }
}

/** A page may hold an order twice while its window shifts: the newest word counts. */
function newestOfEach(page: ChannelOrder[]): ChannelOrder[] {
  const newest = new Map<string, ChannelOrder>();
  for (const order of page) {
    const other = newest.get(order.remoteId);
    if (!other || other.modifiedAt <= order.modifiedAt) newest.set(order.remoteId, order);
  }
  return [...newest.values()];
}

/** What is stored already, by its content: most of what is read again has not changed, and costs no more than this. */
async function hashesOf(tenant: Tenant, { connectionId }: Source, orders: ChannelOrder[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ remote_id: string; content_hash: string }>`
    select remote_id, content_hash from orders
    where account_id = ${tenant.accountId} and connection_id = ${connectionId} and remote_id = any(${orders.map(({ remoteId }) => remoteId)}::text[])`.execute(
    tenant.db,
  );
  return new Map(rows.map((row) => [row.remote_id, row.content_hash]));
}
