import { sql } from 'kysely';
import type { Columns } from '../../../platform/columns.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { allWaiting } from './all-waiting.ts';
import type { Effect } from './claim.ts';
import { wakeOutbox } from './queue.ts';

/** The confirmations of parcels that a side which calls us has not acknowledged, from behind this id on, the oldest first. */
export async function readUnacknowledged(tenant: Tenant, connectionId: number, after: number, most: number): Promise<Effect[]> {
  const { rows } = await sql<Effect>`
    select o.id, o.kind, o.key, o.attempts, o.maybe_done, o.missing_since, o.by_number, o.warehouse_order_id, o.order_id, o.shipment_id,
      o.asn_id, o.booking_id, o.user_id, o.cause, o.trace, o.ticket, o.ticket_since, o.ticket_quantity, o.run_id
    from outbox o join shipments s on ${inAccount(tenant, 's')} and s.id = o.shipment_id and s.acknowledged_at is null
    where ${inAccount(tenant, 'o')} and o.id > ${after} and o.id = any(array(
      select w.id from outbox w where ${inAccount(tenant, 'w')} and w.connection_id = ${connectionId} and ${allWaiting('w')}
        and w.kind = 'confirm'
      union all select f.id from outbox f where ${inAccount(tenant, 'f')} and f.connection_id = ${connectionId} and f.state = 'failed'
        and f.kind = 'confirm'))
    order by o.id limit ${most}`.execute(tenant.db);
  return rows;
}

/**
 * These parcels were acknowledged: their confirmations are recorded now, also those that had failed because it took long. Returns
 * the orders of these.
 */
export async function acknowledgeEffects(tenant: Tenant, connectionId: number, shipmentIds: readonly number[]): Promise<number[]> {
  if (shipmentIds.length === 0) return [];
  const { rows } = await sql<Columns<'outbox', 'order_id'> & { had_failed: boolean }>`
    with those as (
      select id from outbox where ${inAccount(tenant)} and connection_id = ${connectionId} and kind = 'confirm'
        and state in ('waiting', 'failed') and shipment_id = any(${[...shipmentIds]}::bigint[]) and order_id = any(array(
          select order_id from shipments where ${inAccount(tenant)} and id = any(${[...shipmentIds]}::bigint[])))
      order by id for no key update
    )
    update outbox o set state = 'waiting', due_at = now(), attempts = 0, last_failure = null, done_at = null, maybe_done = true
    from those where ${inAccount(tenant, 'o')} and o.id = those.id
    returning o.order_id, old.state = 'failed' as had_failed`.execute(tenant.db);
  if (rows.length > 0) await wakeOutbox(tenant, [connectionId]);
  return rows.flatMap(({ order_id, had_failed }) => (had_failed ? (order_id ?? []) : []));
}
