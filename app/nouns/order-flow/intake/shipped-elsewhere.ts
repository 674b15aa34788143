import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { openOrderIssues } from '../order-issues.ts';

type Elsewhere = Columns<'orders', 'id' | 'connection_id'> & Columns<'connections', 'name'>;

/**
 * Tells of orders of these connections that their channel says have shipped, while the warehouse has them and has shipped nothing. After a
 * comparison: until then the channel may say so because of a confirmation that was lost here.
 */
export async function tellOfShippedElsewhere(tenant: Tenant, connectionIds: number[]): Promise<void> {
  const { rows } = await sql<Elsewhere>`
    select o.id, o.connection_id, c.name from orders o join connections c on ${inAccount(tenant, 'c')} and c.id = o.connection_id
    where ${inAccount(tenant, 'o')} and o.connection_id = any(${connectionIds}::bigint[]) and o.source_state = 'shipped'
      and o.warehouse_order_id is not null and o.units_shipped = 0 and o.confirmed_at is null and o.cancelled_at is null
        and o.deleted_at is null
    order by o.id`.execute(tenant.db);
  await openOrderIssues(
    tenant,
    rows.map(({ id, connection_id, name }) => ({
      ...{ orderId: id, connectionId: connection_id, type: 'changed_after_release', subject: 'order', blocking: false },
      sentence: { code: 'order_changed', channel: name },
    })),
  );
}
