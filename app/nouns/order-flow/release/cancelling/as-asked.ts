import { sql } from 'kysely';
import type { Column, Columns } from '../../../../../platform/columns.ts';
import { idsOf } from '../../../../../platform/ids.ts';
import { inAccount } from '../../../../../platform/in-account.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import { requestCancel } from '../holding/cancel.ts';
import { decideCancelRequests, hasOpenRequest } from './decide.ts';

/**
 * Cancels those of these orders whose channel asks for it: at once where the warehouse does not have them, by a request to the warehouse
 * where it does. Leaves out locked ones, and those whose goods may be another order's: what the channel would be told might not be
 * true, so a person decides.
 */
export async function cancelAsAsked(tenant: Tenant, orderIds: readonly number[]): Promise<void> {
  if (orderIds.length === 0) return;
  const { rows } = await sql<Columns<'orders', 'id'> & { channel: Column<'connections', 'name'> }>`
    select o.id, c.name as channel from orders o join connections c on ${inAccount(tenant, 'c')} and c.id = o.connection_id
    where ${inAccount(tenant, 'o')} and o.id = any(${[...orderIds]}::bigint[]) and ${hasOpenRequest(tenant)}
      and o.cancelled_at is null and o.deleted_at is null and not o.locked and o.shared_goods is distinct from 'undecided'
      -- What is to be checked is cancelled by its check, which knows whose goods they are.
      and (o.warehouse_order_id is not null or o.checked_at is not null)
      and not exists (select from issues i where ${inAccount(tenant, 'i')} and i.order_id = o.id and i.closed_at is null
        and i.type in ('imported_twice', 'shared_goods'))`.execute(tenant.db);
  for (const [channel, orders] of Map.groupBy(rows, (row) => row.channel)) {
    await requestCancel(tenant, idsOf(orders), channel, { isAsked: true });
  }
  // Of those that were cancelled before, too.
  await decideCancelRequests(tenant, orderIds);
}
