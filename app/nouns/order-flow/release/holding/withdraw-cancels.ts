import { type RawBuilder, sql } from 'kysely';
import type { Columns } from '../../../../../platform/columns.ts';
import { idsOf } from '../../../../../platform/ids.ts';
import { inAccount, type OfAccount } from '../../../../../platform/in-account.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import { closeIssues } from '../../../../shared/issues/commands.ts';
import { dropUnsentCancels } from '../../../../shared/outbox/drops.ts';
import { recordForAll } from '../../history.ts';
import { isToBeCancelled } from '../../order-sql.ts';
import { settleOrders } from '../../settle.ts';
import { compareAgain } from './cancel.ts';

/** Whether the warehouse was to cancel the order `o` because its channel had cancelled it, or asked to; else a person wanted that. */
export const isChannelsWish = (tenant: OfAccount): RawBuilder<boolean> => sql<boolean>`exists (select from order_events e
  where ${inAccount(tenant, 'e')} and e.order_id = o.id and e.kind = 'cancel_requested' and e.at >= o.cancel_requested_at
    and e.sentence ->> 'because' is not null)`;

/**
 * The warehouse is no longer to cancel these orders: it is not asked where it has not been, and not once more where it may have heard.
 * Returns those that go on as if nobody had wanted that. The caller has locked them. `which`: of orders `o`.
 */
export async function withdrawCancels(tenant: Tenant, orderIds: number[], which: RawBuilder<unknown> = sql`true`): Promise<number[]> {
  if (orderIds.length === 0) return [];
  const { rows } = await sql<Columns<'orders', 'id' | 'warehouse_order_id'>>`
    with meant as (
      select o.id, o.warehouse_order_id, exists (select from outbox x
        where ${inAccount(tenant, 'x')} and x.warehouse_order_id = o.warehouse_order_id and x.kind = 'cancel'
          and (x.state in ('sending', 'done') or x.maybe_done)) as is_asked
      from orders o where ${inAccount(tenant, 'o')} and o.id = any(${orderIds}::bigint[]) and o.cancelled_at is null
        and o.cancel_requested_at is not null and o.cancel_outcome is distinct from 'too_late' and ${which}
    ),
    dropped as (${dropUnsentCancels(
      tenant,
      sql`select warehouse_order_id from meant where not exists (select from orders o where ${inAccount(tenant, 'o')}
        and o.warehouse_order_id = meant.warehouse_order_id and o.id not in (select id from meant) and ${isToBeCancelled})`,
    )})
    update orders o set cancel_requested_at = null, cancel_outcome = null, revision = o.revision + 1
    from meant where ${inAccount(tenant, 'o')} and o.id = meant.id and not meant.is_asked returning o.id, o.warehouse_order_id`.execute(
    tenant.db,
  );
  const going = idsOf(rows);
  await closeIssues(tenant, { orderIds: going, types: ['rejected_by_warehouse', 'retries_exhausted'], subjects: ['cancel'] });
  await recordForAll(tenant, going, 'cancel_answered', { code: 'cancel_not_asked' });
  await settleOrders(tenant, going);
  for (const id of new Set(rows.map((row) => row.warehouse_order_id))) await compareAgain(tenant, id);
  return going;
}
