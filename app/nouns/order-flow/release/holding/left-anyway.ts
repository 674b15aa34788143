import { type RawBuilder, sql } from 'kysely';
import type { Column, Columns } from '../../../../../platform/columns.ts';
import { inAccount } from '../../../../../platform/in-account.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import { openOrderIssues } from '../../order-issues.ts';

type Cancelled = Columns<'orders', 'id' | 'connection_id'> & { channel: Column<'connections', 'name'>; asked: boolean };

/**
 * Tells a person of cancelled orders of which something leaves. `which`: a condition on orders `o`; `hasLeft`: a parcel is known, otherwise
 * the warehouse said that it does not stop, which concerns those whose channel counts on nothing of them leaving.
 */
export async function reportLeftAnyway(tenant: Tenant, which: RawBuilder<unknown>, hasLeft: boolean): Promise<void> {
  const { rows } = await sql<Cancelled>`
    with cancelled as (
      select o.id, o.connection_id, c.name as channel, exists (select from cancel_requests r
        where ${inAccount(tenant, 'r')} and r.order_id = o.id and r.outcome = 'accepted') as asked
      from orders o join connections c on ${inAccount(tenant, 'c')} and c.id = o.connection_id
      where ${inAccount(tenant, 'o')} and ${which} and o.cancelled_at is not null
    )
    select id, connection_id, channel, asked from cancelled where asked or ${hasLeft} order by id`.execute(tenant.db);
  await openOrderIssues(
    tenant,
    rows.map(({ id: orderId, connection_id: connectionId, channel, asked }) => ({
      ...{ orderId, connectionId, type: 'changed_after_release', subject: 'left', blocking: false },
      sentence: { code: hasLeft ? (asked ? 'left_after_acceptance' : 'left_cancelled') : 'leaves_after_acceptance', channel },
    })),
  );
}
