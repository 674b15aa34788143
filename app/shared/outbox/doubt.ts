import { sql } from 'kysely';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';

/**
 * Notes that whatever waits may have been done, by a database that was lost: it is looked up before it is sent, orders and announcements
 * also by their numbers, and what the warehouse does not have is given the time for its intake anew. Confirmations aside: what their
 * channels show decides about them.
 */
export async function doubtWhatWaits(tenant: Tenant): Promise<void> {
  await sql`update outbox set maybe_done = maybe_done or kind <> 'confirm', by_number = by_number or kind in ('submit', 'announce'),
      missing_since = null
    where ${inAccount(tenant)} and state in ('waiting', 'sending', 'failed')`.execute(tenant.db);
}

/** A channel that is told of each parcel may have been told of these. Of one that marks whole orders, its orders say which are marked. */
export async function doubtConfirmations(tenant: Tenant, connectionIds: number[]): Promise<void> {
  await sql`
    update outbox x set maybe_done = true from connections c, orders o
    where ${inAccount(tenant, 'x')} and x.connection_id = any(${connectionIds}::bigint[]) and x.kind = 'confirm'
      and x.state in ('waiting', 'failed')
      and ${inAccount(tenant, 'c')} and c.id = x.connection_id and ${inAccount(tenant, 'o')} and o.id = x.order_id
      and (c.confirms = 'shipment' or o.source_state = 'shipped')`.execute(tenant.db);
}
