import { sql } from 'kysely';
import type { Columns } from '../../../../../platform/columns.ts';
import { idsOf } from '../../../../../platform/ids.ts';
import { inAccount } from '../../../../../platform/in-account.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import { closeIssues } from '../../../../shared/issues/commands.ts';
import { restSubject } from '../../../../shared/issues/types/after-release.ts';
import { cancelledByWarehouse } from '../../../../shared/issues/types/orders.ts';
import { lockFreeOrders } from '../../lock-orders.ts';
import { openOrderIssues } from '../../order-issues.ts';

/** So many at a time. */
const most = 200;

/**
 * Asks about orders of which the warehouse cancelled the rest, and of which a build from before there was a decision said so: it offered to
 * try that again, which sent nothing and left nobody who would see it. Such a build may go on for a while beside this one.
 */
export async function askAboutFormerRests(tenant: Tenant): Promise<void> {
  const free = await lockFreeOrders(tenant, idsOf(await readFormer(tenant, null)));
  // What was decided before we had them is not asked again.
  const rows = await readFormer(tenant, free);
  await closeIssues(tenant, { orderIds: idsOf(rows), types: ['rejected_by_warehouse'], subjects: ['cancelled'] });
  await openOrderIssues(
    tenant,
    rows.map(({ id: orderId, connection_id: connectionId }) => ({
      ...{ orderId, connectionId, ...cancelledByWarehouse({ hasShippedPart: true }) },
    })),
  );
}

/** Those whose last issue about a rest is one of before, open or closed; of all orders, or of these. */
async function readFormer(tenant: Tenant, ids: number[] | null): Promise<Columns<'orders', 'id' | 'connection_id'>[]> {
  const { rows } = await sql<Columns<'orders', 'id' | 'connection_id'>>`
    select o.id, o.connection_id from warehouse_orders w join orders o on ${inAccount(tenant, 'o')} and o.warehouse_order_id = w.id
      and o.cancelled_at is null and o.confirmed_at is null and o.deleted_at is null and o.units_shipped < o.units_ordered
    where ${inAccount(tenant, 'w')} and w.state = 'cancelled' and (${ids}::bigint[] is null or o.id = any(${ids}))
      and exists (select from issues former where ${inAccount(tenant, 'former')} and former.order_id = o.id
        and former.type = 'rejected_by_warehouse' and former.sentence ->> 'code' = 'rest_cancelled_by_warehouse'
        and not exists (select from issues later where ${inAccount(tenant, 'later')} and later.order_id = o.id and later.id > former.id
          and later.type = 'changed_after_release' and later.subject = ${restSubject}))
    order by o.id limit ${most}`.execute(tenant.db);
  return rows;
}
