import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { idsOf } from '../../../../platform/ids.ts';
import { inAccount, type OfAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { closeIssues } from '../../../shared/issues/commands.ts';
import { dropUnsent, requestWithdrawal, takeBackWithdrawals } from '../asn/withdraw.ts';
import { recordForAll } from '../history.ts';

/**
 * Ends purchase orders that their source has cancelled or closed, as long as nothing of them has come: what is announced is withdrawn
 * first, and ends when the warehouse agrees. One that the source has opened again goes on.
 */
export async function followSource(tenant: Tenant, ids: number[]): Promise<void> {
  await goOn(tenant, ids);
  const { rows } = await sql<Columns<'purchase_orders', 'id' | 'source_state'>>`
    select p.id, p.source_state from purchase_orders p
    where ${inAccount(tenant, 'p')} and p.id = any(${ids}::bigint[]) and p.source_state in ('cancelled', 'closed')
      and p.receipts_counted = 0
      and p.cancelled_at is null and p.closed_at is null and p.deleted_at is null and p.cancel_requested_at is null
        and p.withdraw_outcome is null
    order by p.id`.execute(tenant.db);
  const cancelled = idsOf(rows.filter(({ source_state }) => source_state === 'cancelled'));
  const { requested } = await requestWithdrawal(tenant, cancelled);
  await sql`update purchase_orders set cancel_requested_at = now(), ended_by_source = true where ${inAccount(tenant)}
    and id = any(${requested}::bigint[])`.execute(tenant.db);
  const ended = cancelled.filter((id) => !requested.includes(id));
  await sql`update purchase_orders set cancelled_at = now(), ended_by_source = true where ${inAccount(tenant)}
    and id = any(${ended}::bigint[])`.execute(tenant.db);
  await closeIssues(tenant, { purchaseOrderIds: cancelled, types: ['rejected_by_warehouse'] });
  await recordForAll(tenant, ended, 'cancelled', { code: 'cancelled_by_source' });
  await recordForAll(tenant, requested, 'cancel_requested', { code: 'cancelled_by_source_withdrawing' });
  await closeUnannounced(tenant, idsOf(rows.filter(({ source_state }) => source_state === 'closed')));
}

/**
 * What the source alone had ended goes on, once it has opened that again; what a person cancelled here stays so. Of what came in the
 * meantime a person decides, as long as that can be undone.
 */
async function goOn(tenant: Tenant, ids: number[]): Promise<void> {
  const { rows } = await sql<Columns<'purchase_orders', 'id'>>`
    update purchase_orders p set ended_by_source = false, cancelled_at = null, closed_at = null, cancel_requested_at = null,
      withdraw_outcome = null, archived_at = null
    where ${inAccount(tenant, 'p')} and p.id = any(${ids}::bigint[]) and (p.ended_by_source or ${endedByHistory(tenant)})
      and p.source_state = 'open' and p.receipts_counted = 0 and p.deleted_at is null and p.close_reason is null
    returning p.id`.execute(tenant.db);
  const going = idsOf(rows);
  await takeBackWithdrawals(tenant, going);
  await recordForAll(tenant, going, 'changed', { code: 'opened_again_by_source' });
}

/** The same of a purchase order `p` that was ended by a build which kept nothing of that: the last that the history says of its end. */
const endedByHistory = (tenant: OfAccount) => sql`((p.cancelled_at is not null or p.closed_at is not null
  or p.cancel_requested_at is not null) and (
    select e.sentence ->> 'code' from purchase_order_events e where ${inAccount(tenant, 'e')} and e.purchase_order_id = p.id
      and e.kind in ('cancelled', 'cancel_requested', 'closed') order by e.id desc limit 1)
  in ('cancelled_by_source', 'cancelled_by_source_withdrawing', 'closed_by_source'))`;

/** What the source calls complete and the warehouse was never told of was received elsewhere. */
async function closeUnannounced(tenant: Tenant, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  await dropUnsent(tenant, ids);
  const { rows } = await sql<Columns<'purchase_orders', 'id'>>`
    update purchase_orders p set closed_at = now(), ended_by_source = true where ${inAccount(tenant, 'p')} and p.id = any(${ids}::bigint[])
      and not exists (select from asns a where ${inAccount(tenant, 'a')} and a.purchase_order_id = p.id
        and a.state in ('waiting', 'announced', 'receiving'))
    returning p.id`.execute(tenant.db);
  await recordForAll(tenant, idsOf(rows), 'closed', { code: 'closed_by_source' });
}
