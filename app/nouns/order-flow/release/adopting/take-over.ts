import { sql } from 'kysely';
import type { WarehouseOrder, WarehouseOrderState } from '../../../../../connectors/contract.ts';
import type { Column, Columns } from '../../../../../platform/columns.ts';
import { refuse } from '../../../../../platform/http/refusal.ts';
import { idsOf } from '../../../../../platform/ids.ts';
import { inAccount } from '../../../../../platform/in-account.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import { readAgainFrom } from '../../../../shared/connections/streams/read-again.ts';
import { closeIssues } from '../../../../shared/issues/commands.ts';
import { dropAllOfOrders } from '../../../../shared/outbox/drops.ts';
import { recordForAll } from '../../history.ts';
import { endSplits } from '../../lines/end-splits.ts';
import { openOrderIssues } from '../../order-issues.ts';
import { isToBeCancelled } from '../../order-sql.ts';
import { enqueueCheck } from '../../recheck.ts';
import { settleOrders } from '../../settle.ts';
import { acceptForEnded } from '../cancelling/decide.ts';
import { goodsInWords } from './differences.ts';
import { recipientInWords, recipientsInWords } from './recipient.ts';
import { beforeSale, recordAccepted } from './record-accepted.ts';
import { shippedWith } from './references.ts';
import { carriedToo, joinAll, joinWhatAgrees, takenWithoutThese } from './together.ts';

type WarehouseOrderId = Column<'warehouse_orders', 'id'>;

/** An order that the warehouse has where we looked for ours, and that is not ours as far as can be compared. */
export type FoundOtherwise = { warehouseOrderId: WarehouseOrderId; ours: WarehouseOrder; theirs: WarehouseOrderState };

type Waiting = Columns<'orders', 'id' | 'warehouse_order_id'> & Columns<'connections', 'name'>;

/** Nothing is accepted: each of the orders gets an issue that shows both sides, and a person decides. */
export async function recordFoundOtherwise(tenant: Tenant, connectionId: number, found: FoundOtherwise[]): Promise<void> {
  if (found.length === 0) return;
  const given = found.map(({ warehouseOrderId: id, theirs }) => ({ id, theirs }));
  const { rows } = await sql<Waiting>`
    with kept as (
      update warehouse_orders w set theirs = given.theirs from json_to_recordset(${JSON.stringify(given)}::json) as given (id bigint,
        theirs jsonb)
      where ${inAccount(tenant, 'w')} and w.id = given.id and w.state = 'waiting' returning w.id, w.connection_id
    )
    select o.id, o.warehouse_order_id, c.name from kept join orders o on ${inAccount(tenant, 'o')} and o.warehouse_order_id = kept.id
    join connections c on ${inAccount(tenant, 'c')} and c.id = kept.connection_id order by o.id`.execute(tenant.db);
  const sides = new Map(found.map((each) => [each.warehouseOrderId, each]));
  await openOrderIssues(
    tenant,
    rows.flatMap(({ id: orderId, warehouse_order_id, name }) => {
      const of = sides.get(warehouse_order_id as WarehouseOrderId);
      return of ? [{ orderId, connectionId, type: 'found_otherwise', subject: 'found', sentence: sentenceOf(name, of) } as const] : [];
    }),
  );
}

/**
 * Of what the warehouse has where several of ours belong: it is theirs where they agree with it together, as orders that travelled with
 * each other and would now go one by one. Returns what is accepted so.
 */
export async function adoptTogether(tenant: Tenant, connectionId: number, found: FoundOtherwise[]): Promise<WarehouseOrderState[]> {
  const joined: WarehouseOrderState[] = [];
  if (found.length === 0) return joined;
  await lockFinding(tenant, connectionId);
  for (const { theirs: state } of new Map(found.map((each) => [each.theirs.providerRef, each])).values()) {
    if (state.status === 'cancelled') continue;
    const warehouseOrderId = await joinWhatAgrees(tenant, connectionId, state);
    if (warehouseOrderId === undefined) continue;
    await renameToFound(tenant, [{ warehouseOrderId, state }]);
    joined.push(state);
  }
  return joined;
}

function sentenceOf(connection: string, { ours, theirs }: FoundOtherwise) {
  const recipients = theirs.shipTo ? recipientsInWords(ours.shipTo, theirs.shipTo) : { ours: recipientInWords(ours.shipTo), theirs: null };
  return {
    code: 'order_found_otherwise',
    ...{ connection, providerRef: theirs.providerRef },
    theirs: { goods: goodsInWords(theirs.lines), recipient: recipients.theirs },
    ours: { goods: goodsInWords(ours.lines), recipient: recipients.ours },
  } as const;
}

/**
 * The warehouse may have these under other references, of an earlier database: ours become those, so that its parcels and changes are
 * known. `isDecided`: by a person, whatever its lines are called there.
 */
export async function renameToFound(tenant: Tenant, adopted: Adopted[], isDecided = false): Promise<void> {
  if (adopted.length === 0) return;
  const given = adopted.map(({ warehouseOrderId: id, state: { reference } }) => ({ id, reference }));
  await sql`
    update warehouse_orders w set reference = given.reference, lines_by_sku = w.lines_by_sku or ${isDecided}
      or w.reference <> given.reference
    from json_to_recordset(${JSON.stringify(given)}::json) as given (id bigint, reference text)
    where ${inAccount(tenant, 'w')} and w.id = given.id and w.state = 'waiting'`.execute(tenant.db);
}

export type Adopted = { warehouseOrderId: WarehouseOrderId; state: WarehouseOrderState };

/**
 * Those for which the warehouse has what another one of ours became since they were looked up: two orders of one number, goods and
 * recipient find the same one. The first of them keeps it.
 */
export async function takenMeanwhile(tenant: Tenant, connectionId: number, adopted: Adopted[]): Promise<Set<WarehouseOrderId>> {
  const taken = new Set<WarehouseOrderId>();
  if (adopted.length === 0) return taken;
  await lockFinding(tenant, connectionId);
  const kept = new Set<string>();
  for (const { warehouseOrderId, state } of adopted.toSorted((a, b) => a.warehouseOrderId - b.warehouseOrderId)) {
    const isTaken = kept.has(state.reference) || (await takenByOthers(tenant, connectionId, warehouseOrderId, [state])).size > 0;
    if (isTaken) taken.add(warehouseOrderId);
    else kept.add(state.reference);
  }
  return taken;
}

/** Who decides which of ours is what the warehouse has is alone: nobody else's decision would be seen. */
const lockFinding = (tenant: Tenant, connectionId: number) =>
  sql`select from connections where ${inAccount(tenant)} and id = ${connectionId} for no key update`.execute(tenant.db);

/** Those of these orders of the warehouse that others of our warehouse orders are, or that a person said are other ones than these. */
export async function takenByOthers(
  tenant: Tenant,
  connectionId: number,
  warehouseOrderId: WarehouseOrderId,
  states: WarehouseOrderState[],
): Promise<Set<string>> {
  const { rows } = await sql<{ taken: WarehouseOrderState['providerRef'] }>`
    select given.provider_ref as taken from unnest(${states.map(({ reference }) => reference)}::text[],
      ${states.map(({ providerRef }) => providerRef)}::text[]) as given (reference, provider_ref)
    where exists (select from warehouse_orders w where ${inAccount(tenant, 'w')} and w.id <> ${warehouseOrderId}
      and w.reference = given.reference)
      or exists (select from warehouse_orders w where ${inAccount(tenant, 'w')} and w.id <> ${warehouseOrderId}
        and w.connection_id = ${connectionId} and w.provider_ref = given.provider_ref)
      or exists (select from warehouse_orders ours join warehouse_orders w on ${inAccount(tenant, 'w')} and w.id <> ours.id
        and w.connection_id = ${connectionId}
        where ${inAccount(tenant, 'ours')} and ours.id = ${warehouseOrderId} and w.state = 'cancelled'
          and w.theirs_ref = given.provider_ref
          and w.sent -> 'lines' -> 0 ->> 'lineReference' in (select line ->> 'lineReference'
            from jsonb_array_elements(ours.sent -> 'lines') as line))`.execute(tenant.db);
  return new Set(rows.map(({ taken }) => taken));
}

type Found = {
  orderIds: number[];
  warehouseOrderId: WarehouseOrderId;
  connectionId: Column<'warehouse_orders', 'connection_id'>;
  theirs: WarehouseOrderState;
  cancelling: boolean;
};

/**
 * A person says that it is this order: it is accepted as what the warehouse has, with all of ours that the warehouse has in it.
 * @throws Refusal 409
 */
export async function takeOverFound(tenant: Tenant, orderId: number): Promise<void> {
  const { warehouseOrderId, connectionId, theirs } = await requireFound(tenant, orderId);
  const state = { ...theirs, changedAt: new Date(theirs.changedAt) };
  await lockFinding(tenant, connectionId);
  const target = await targetOf(tenant, connectionId, warehouseOrderId, state);
  await joinAll(tenant, connectionId, state, target);
  const orderIds = await ordersOf(tenant, target);
  await renameToFound(tenant, [{ warehouseOrderId: target, state }], true);
  await closeIssues(tenant, { orderIds, types: ['found_otherwise'] });
  // What the warehouse has is not what the split says, so nothing more of it goes by itself.
  await endSplits(tenant, orderIds, 'found');
  await recordForAll(tenant, orderIds, 'decided', { code: 'found_is_this', reference: state.providerRef });
  await recordAccepted(tenant, connectionId, [state]);
  await readAgain(tenant, connectionId, orderIds);
  await settleOrders(tenant, orderIds);
}

/** As which of ours the warehouse's order is taken over: one that it is already, where it has more than that. @throws Refusal 409 */
async function targetOf(
  tenant: Tenant,
  connectionId: number,
  warehouseOrderId: WarehouseOrderId,
  state: WarehouseOrderState,
): Promise<WarehouseOrderId> {
  const waiting = await carriedToo(tenant, connectionId, state);
  if (waiting.length > 0)
    throw refuse(
      409,
      'carries_more',
      `${state.providerRef} is for ${waiting.join(', ')} too, which did not come so far. Have that sent first, so that all of it is decided about together.`,
    );
  if ((await takenByOthers(tenant, connectionId, warehouseOrderId, [state])).size === 0) return warehouseOrderId;
  const taken = await takenWithoutThese(tenant, connectionId, warehouseOrderId, [state]);
  if (!taken) throw refuse(409, 'taken', 'The warehouse has this for another of your orders. Send this one under a new reference.');
  // What is recorded of one that is accepted is recorded of all its orders.
  await sql`update warehouse_orders set state = 'waiting' where ${inAccount(tenant)} and id = ${taken.holder}`.execute(tenant.db);
  return taken.holder;
}

async function ordersOf(tenant: Tenant, warehouseOrderId: WarehouseOrderId): Promise<number[]> {
  const { rows } = await sql<Columns<'orders', 'id'>>`
    select id from orders where ${inAccount(tenant)} and warehouse_order_id = ${warehouseOrderId} order by id`.execute(tenant.db);
  return idsOf(rows);
}

/**
 * A person says that it is another order: this one is sent under another reference, or ends where it was to be cancelled.
 * @throws Refusal 409
 */
export async function sendUnderNewReference(tenant: Tenant, orderId: number): Promise<void> {
  const { orderIds, warehouseOrderId } = await requireFound(tenant, orderId);
  await sql`update warehouse_orders set state = 'cancelled', changed_at = now()
    where ${inAccount(tenant)} and id = ${warehouseOrderId}`.execute(tenant.db);
  await dropAllOfOrders(tenant, sql`${warehouseOrderId}::bigint`).execute(tenant.db);
  await sql`update orders o set warehouse_order_id = ${shippedWith(tenant)}, checked_at = null, revision = o.revision + 1,
      updated_by = ${tenant.userId}, cancel_outcome = null,
      cancelled_at = (select case when ${isToBeCancelled} and o.units_shipped = 0 then now() end),
      second_ended_at = (select case when ${isToBeCancelled} and o.is_split and o.units_shipped > 0 then now() else o.second_ended_at end),
      -- A later request is asked anew.
      cancel_requested_at = case when ${isToBeCancelled} then o.cancel_requested_at end
    -- What a person has cancelled since stays so.
    where ${inAccount(tenant, 'o')} and o.id = any(${orderIds}::bigint[]) and o.cancelled_at is null`.execute(tenant.db);
  await closeIssues(tenant, { orderIds, types: ['found_otherwise'] });
  await recordForAll(tenant, orderIds, 'decided', { code: 'found_is_another' });
  await acceptForEnded(tenant, orderIds);
  await settleOrders(tenant, orderIds);
  await enqueueCheck(tenant, orderIds);
}

async function requireFound(tenant: Tenant, orderId: number): Promise<Found> {
  const { rows } = await sql<Omit<Found, 'orderIds'> & Columns<'orders', 'id'>>`
    select o.id, w.id as "warehouseOrderId", w.connection_id as "connectionId", w.theirs,
      ${isToBeCancelled} as cancelling
    from orders asked join warehouse_orders w on ${inAccount(tenant, 'w')} and w.id = asked.warehouse_order_id and w.state = 'waiting'
      and w.theirs is not null
    join orders o on ${inAccount(tenant, 'o')} and o.warehouse_order_id = w.id
    where ${inAccount(tenant, 'asked')} and asked.id = ${orderId} order by o.id for no key update of o, w`.execute(tenant.db);
  const [first] = rows;
  if (!first) throw refuse(409, 'nothing_to_decide', 'There is nothing left to decide about this order.');
  return { ...first, orderIds: idsOf(rows) };
}

/** What the warehouse reported of it before is read once more: it was nobody's then, and cannot be from long before it was sold. */
async function readAgain(tenant: Tenant, connectionId: number, orderIds: number[]): Promise<void> {
  const { rows } = await sql<{ sold_at: Date }>`
    select min(least(order_date, created_at)) as sold_at from orders where ${inAccount(tenant)}
      and id = any(${orderIds}::bigint[])`.execute(tenant.db);
  const [first] = rows;
  if (first)
    for (const stream of ['shipments', 'order_changes'] as const)
      await readAgainFrom(tenant, connectionId, stream, beforeSale(first.sold_at));
}
