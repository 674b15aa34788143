import { sql } from 'kysely';
import type { ChannelOrder } from '../../../../connectors/contract.ts';
import type { Columns } from '../../../../platform/columns.ts';
import { isPassing } from '../../../../platform/db.ts';
import { notify } from '../../../../platform/events.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { reportReusedIds } from '../checking/reused-ids.ts';
import { valueAt } from '../checking/value-at.ts';
import { withoutBuyer } from '../erasing/again.ts';
import { isErased } from '../erasing/ended.ts';
import { enqueueCheck } from '../recheck.ts';
import { followShipRequests } from '../release/ship-requests/follow.ts';
import { relateOrders } from '../shared-goods/relate.ts';
import { findTwins } from '../shared-goods/twins/twins.ts';
import { latestPayloads } from '../values/payload-bundles.ts';
import { sourceColumns } from '../values/ruled-fields.ts';
import { followCancelRequests } from './cancel-requests.ts';
import { updateKnown } from './changes.ts';
import { storeElsewhere } from './elsewhere.ts';
import { storeNew } from './new-orders.ts';
import { contentHash, rawText, type Source, withCountryCode } from './order-rows.ts';
import { insertPayloads } from './payloads.ts';
import { decidableNow, type IntakeRules, isRelated, readIntakeRules } from './rules.ts';

export type Intake = { created: number; changed: number; skipped: number; unchanged: number };

/**
 * Stores a page of a channel's orders with their payloads, and enqueues the check of those that cannot be decided here. Storing
 * an order twice changes nothing: (account, connection, remote id) is unique, and the content is compared by hash, with what field mappings
 * read beside it. `checkedByCaller`: ids of orders whose check is not enqueued here.
 */
export async function storeOrders(
  tenant: Tenant,
  source: Source,
  page: ChannelOrder[],
  checkedByCaller: readonly number[] = [],
): Promise<Intake> {
  const orders = newestOfEach(page.map(withCountryCode));
  const before = await knownOf(tenant, source, orders);
  const unknown = orders.filter(({ remoteId }) => !before.has(remoteId));
  const elsewhere = await storeElsewhere(tenant, source, unknown, (other, theirs) => storeOrders(tenant, other, theirs));
  const fresh = unknown.filter((order) => !elsewhere.has(order.remoteId) && isWanted(source, order));
  const differing = orders.filter((order) => isDiffering(order, before.get(order.remoteId)));
  const mappedAnew = await ofOtherValues(tenant, orders, before);
  // Locked with those that differ: nobody cancels one unseen while its request to ship is accepted.
  const asking = orders.filter((order) => order.shipRequest && before.has(order.remoteId));
  const rules = await readIntakeRules(tenant, source.connectionId, fresh);
  const twins = rules.hasOtherKinds ? await findTwins(tenant, source.connectionId, fresh) : new Set<string>();
  const waiting = [...differing, ...mappedAnew, ...fresh.filter(({ remoteId }) => twins.has(remoteId))];
  const decidable = decidableNow(
    fresh.filter(({ remoteId }) => !twins.has(remoteId)),
    rules,
    waiting,
  );
  const sorted = { fresh, differing, mappedAnew, asking, rules, checkedByCaller };
  const done = await withSavepoint(tenant, decidable, (decidable) => store(tenant, source, { ...sorted, decidable }));
  await followShipRequests(tenant, source.connectionId, orders);
  return { ...done, unchanged: orders.length - done.created - done.changed - done.skipped };
}

/** Of those that are not known. A checkout is read again when its buyer completes it: that changes it. */
const isWanted = ({ newSince, isUndated }: Source, { orderedAt, modifiedAt, isCheckout }: ChannelOrder) =>
  !isCheckout && (!newSince || (isUndated ? orderedAt >= beginningOfDay(newSince) : modifiedAt >= newSince));

const [halfDayMs, dayMs] = [12 * 3_600_000, 24 * 3_600_000];

/** A date may be a day alone, in a zone that is not known: wherever something is sold at that moment, it is dated no earlier than this. */
const beginningOfDay = (at: Date) => new Date(Math.floor((at.getTime() - halfDayMs) / dayMs) * dayMs);

/** One whose buyer was erased is stored as it was with them, until its channel changes it. */
const isDiffering = (order: ChannelOrder, known: Known | undefined) =>
  known !== undefined &&
  known.content_hash !== contentHash(order) &&
  !(known.is_erased && known.content_hash === contentHash(withoutBuyer(order)));

type Sorted = Record<'fresh' | 'differing' | 'mappedAnew' | 'asking', ChannelOrder[]> & {
  rules: IntakeRules;
  decidable: Set<ChannelOrder>;
  checkedByCaller: readonly number[];
};

async function store(
  tenant: Tenant,
  source: Source,
  { fresh, differing, mappedAnew, asking, rules, decidable, checkedByCaller }: Sorted,
): Promise<Omit<Intake, 'unchanged'>> {
  const stored = await storeNew(tenant, source, fresh, decidable, rules);
  // Another reader has stored these since we looked.
  const storedSince = fresh.filter(({ remoteId }) => !stored.has(remoteId));
  const notNew = [...new Set([...differing, ...mappedAnew, ...asking, ...storedSince])];
  const { changed, locked } = await updateKnown(tenant, source, notNew, new Set(mappedAnew.map(({ remoteId }) => remoteId)));
  await reportReusedIds(tenant, source, differing);
  await insertPayloads(
    tenant,
    changed.filter(({ order }) => order.raw !== null),
  );
  const created = [...stored.values()];
  await relateOrders(tenant, source, [
    ...created.filter(({ order }) => isRelated(order, rules)).map((each) => ({ ...each, isNew: true, wasGone: false })),
    ...[...changed, ...locked].filter(({ isRelated }) => isRelated).map((each) => ({ ...each, isNew: false })),
  ]);
  await followCancelRequests(tenant, source, created, changed);
  const toCheck = [...created.filter(({ isChecked }) => !isChecked), ...changed].map(({ orderId }) => orderId);
  await enqueueCheck(
    tenant,
    toCheck.filter((id) => !checkedByCaller.includes(id)),
  );
  const ids = created.map(({ orderId }) => orderId);
  if (ids.length > 0) notify(tenant, 'orders', ids);
  return { created: ids.length, changed: changed.length, skipped: locked.length };
}

/** Tries to decide about orders while storing them. If that fails, stores all of them undecided, and their check is enqueued. */
async function withSavepoint<T>(
  tenant: Tenant,
  decidable: Set<ChannelOrder>,
  work: (decidable: Set<ChannelOrder>) => Promise<T>,
): Promise<T> {
  if (decidable.size === 0) return work(decidable);
  await sql`savepoint deciding`.execute(tenant.db);
  try {
    const done = await work(decidable);
    await sql`release savepoint deciding`.execute(tenant.db);
    return done;
  } catch (error) {
    if (isPassing(error)) throw error;
    await sql`rollback to savepoint deciding`.execute(tenant.db);
    return work(new Set());
  }
}

/** A page may hold an order twice when the channel's list shifts while it is read: the newest counts. */
function newestOfEach(page: ChannelOrder[]): ChannelOrder[] {
  const newest = new Map<string, ChannelOrder>();
  for (const order of page) {
    const other = newest.get(order.remoteId);
    if (!other || other.modifiedAt <= order.modifiedAt) newest.set(order.remoteId, order);
  }
  return [...newest.values()];
}

/** `is_here`: the warehouse has not accepted it. `paths`: what field mappings of the connection read from the payloads of orders. */
type Known = Columns<'orders', 'id' | 'remote_id' | 'content_hash' | 'remote_modified_at'> & {
  is_erased: boolean;
  is_here: boolean;
  paths: string[];
};

/**
 * The content hashes of orders that are stored already; none of an order that was gone, which has come back. Most orders that are read
 * again have not changed: this is all they cost.
 */
async function knownOf(tenant: Tenant, { connectionId }: Source, orders: ChannelOrder[]): Promise<Map<string, Known>> {
  const { rows } = await sql<Known>`
    select o.id, o.remote_id, case when o.gone_at is null then o.content_hash else '' end as content_hash, o.remote_modified_at,
      ${isErased(tenant, 'o')} as is_erased,
      o.in_amware = 0 and o.cancelled_at is null and o.confirmed_at is null and o.deleted_at is null as is_here,
      array(select distinct m.source_field from field_mappings m where ${inAccount(tenant, 'm')} and m.connection_id = ${connectionId}
        and m.source_field <> all(${Object.keys(sourceColumns)}::text[])) as paths
    from orders o where ${inAccount(tenant, 'o')} and o.connection_id = ${connectionId}
      and o.remote_id = any(${orders.map(({ remoteId }) => remoteId)}::text[])`.execute(tenant.db);
  return new Map(rows.map((row) => [row.remote_id, row]));
}

/**
 * Orders that have not left and are as they were, but for what a field mapping reads from their payload: the content does not have that,
 * and by the former value they would leave otherwise than the rule says.
 */
async function ofOtherValues(tenant: Tenant, orders: ChannelOrder[], before: ReadonlyMap<string, Known>): Promise<ChannelOrder[]> {
  const compared = orders.flatMap((order) => {
    const row = before.get(order.remoteId);
    return row && isComparable(order, row) ? { order, ...row } : [];
  });
  if (compared.length === 0) return [];
  const payloads = await latestPayloads(
    tenant,
    compared.map(({ id }) => id),
  );
  return compared.flatMap(({ order, id, paths }) => {
    // As it would be stored, so that what JSON does not have is no difference.
    const [now, former] = [JSON.parse(rawText(order)) as unknown, payloads.get(id)];
    return paths.some((path) => valueAt(now, path) !== valueAt(former, path)) ? order : [];
  });
}

const isComparable = (order: ChannelOrder, known: Known) =>
  known.paths.length > 0 &&
  known.is_here &&
  !known.is_erased &&
  order.raw !== null &&
  order.modifiedAt >= known.remote_modified_at &&
  !isDiffering(order, known);
