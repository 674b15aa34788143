import { type RawBuilder, sql } from 'kysely';
import type { Columns } from '../../../../../platform/columns.ts';
import { idsOf } from '../../../../../platform/ids.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import { enqueue } from '../../../../base/job-queue.ts';

export type Until = Columns<'orders', 'id' | 'hold_until'>;

/** Has the holds of these orders end that have a day. */
export async function endThen(tenant: Tenant, orders: Until[]): Promise<void> {
  const byDay = Map.groupBy(orders, ({ hold_until }) => hold_until?.getTime() ?? null);
  for (const [day, those] of byDay)
    if (day !== null) await enqueue(tenant, 'orders:hold-ends', { orderIds: idsOf(those) }, { runAt: new Date(day) });
}

/** Of several holds the last day; null where one of them has none. */
export const longest = (order: string): RawBuilder<unknown> => {
  const until = sql.ref(`${order}.hold_until`);
  return sql`case when bool_and(${until} is not null) then max(${until}) end`;
};
