import { sql } from 'kysely';
import type { Column, Columns } from '../../../../../platform/columns.ts';
import { idsOf } from '../../../../../platform/ids.ts';
import { inAccount } from '../../../../../platform/in-account.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import { closeIssues } from '../../../../shared/issues/commands.ts';
import { closeFollowed } from '../../events/open-changes.ts';
import { recordForAll } from '../../history.ts';
import { hasChangedSince, isToBeCancelled } from '../../order-sql.ts';
import { enqueueCheck, enqueueReread } from '../../recheck.ts';
import { settleOrders } from '../../settle.ts';
import { acceptForEnded, hasOpenRequest } from '../cancelling/decide.ts';
import { freedReference, shippedWith } from './references.ts';

type TakenBack = Columns<'orders', 'id'> & {
  ended: boolean;
  /** It was the second parcel, which is not sent; the first has left. */
  second: boolean;
  /** The channel has changed it since it was handed to the warehouse. */
  changed: boolean;
};

/**
 * Takes back warehouse orders that the warehouse does not have, though an attempt may have arrived, and that are not to be sent as they
 * are: what was to be cancelled ends, and what the channel changed is read again. Those that travelled with them are sent without them.
 */
export async function recordNotThere(tenant: Tenant, warehouseOrderIds: Column<'warehouse_orders', 'id'>[]): Promise<void> {
  if (warehouseOrderIds.length === 0) return;
  const rows = await takeBack(tenant, warehouseOrderIds);
  const [ended, changed] = [idsOf(rows.filter((row) => row.ended)), idsOf(rows.filter((row) => row.changed))];
  const waiting = rows.filter((row) => !row.ended);
  await recordForAll(tenant, idsOf(waiting), 'recalled', { code: 'withdrawn' });
  await recordForAll(tenant, ended, 'cancelled', { code: 'cancelled', because: null });
  await closeIssues(tenant, { orderIds: ended });
  await closeFollowed(tenant, changed);
  // We had given up sending some of these.
  await closeIssues(tenant, { orderIds: idsOf(waiting), types: ['retries_exhausted'], subjects: ['submit'] });
  await acceptForEnded(tenant, idsOf(rows.filter((row) => row.second)));
  await settleOrders(tenant, idsOf(rows));
  await enqueueReread(tenant, changed);
  await enqueueCheck(tenant, idsOf(waiting));
}

/** The reference of what ended stays its own, in case the warehouse ships it after all; what goes again goes under the same one. */
async function takeBack(tenant: Tenant, warehouseOrderIds: Column<'warehouse_orders', 'id'>[]): Promise<TakenBack[]> {
  const { rows } = await sql<TakenBack>`
    with before as (
      select o.id, o.warehouse_order_id, ${isToBeCancelled} and o.units_shipped = 0 as ended,
        ${isToBeCancelled} and o.units_shipped > 0 and o.is_split as second,
        not ${isToBeCancelled} and o.units_shipped = 0 and ${hasChangedSince(tenant)} as changed,
        ${hasOpenRequest(tenant)} as asked
      from orders o where ${inAccount(tenant, 'o')} and o.warehouse_order_id = any(${warehouseOrderIds}::bigint[])
    ),
    emptied as (
      update warehouse_orders w set state = 'cancelled', changed_at = now(), reference = case
        when exists (select from before where before.warehouse_order_id = w.id and not before.ended) then ${freedReference('w')}
        else w.reference end
      where ${inAccount(tenant, 'w')} and w.id = any(${warehouseOrderIds}::bigint[]) and w.state = 'waiting' returning w.id
    )
    update orders o set warehouse_order_id = ${shippedWith(tenant)}, checked_at = null, hold_outcome = null, revision = o.revision + 1,
      cancelled_at = (select case when before.ended then coalesce(o.cancelled_at, now()) else o.cancelled_at end),
      ended_by = case when before.ended and before.asked then 'cancel_request' else o.ended_by end,
      second_ended_at = (select case when before.second then now() else o.second_ended_at end),
      cancel_requested_at = case when before.ended or before.second then o.cancel_requested_at end,
      cancel_outcome = case when before.ended or before.second then 'cancelled' end,
      must_reread = o.must_reread or before.changed,
      -- So that what was only noted of the change is followed.
      content_hash = case when before.changed then '' else o.content_hash end
    from before join emptied on emptied.id = before.warehouse_order_id
    where ${inAccount(tenant, 'o')} and o.id = before.id
    returning o.id, before.ended, before.second, before.changed`.execute(tenant.db);
  return rows;
}
