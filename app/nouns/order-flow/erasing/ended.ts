import { type RawBuilder, sql } from 'kysely';
import { inAccount, type OfAccount } from '../../../../platform/in-account.ts';

const states = ['shipped', 'fulfilled', 'cancelled'];

/** For so long a deleted order can be restored, and then it is sent: until then it has not ended. */
const deletedFor = (alias: string) => sql<Date | null>`${sql.ref(`${alias}.deleted_at`)} + interval '30 days'`;

/** Whether nothing of an order leaves any longer, so that its buyer may be erased. In SQL, of the orders with this alias. */
export const hasEnded = (alias: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${alias}.order_status`)} = any(${states}::text[]) or coalesce(${deletedFor(alias)} <= now(), false))`;

/** The statuses of which some do: for an index. */
export const openStatuses = ['pending', 'packing', 'partially_shipped', 'error'];

/**
 * When an order ended: when its last parcel left, the channel called it shipped, it was cancelled or deleted for good, whichever came
 * first. Null for one of which something is still to leave.
 */
export const endedAt = (tenant: OfAccount, alias: string): RawBuilder<Date | null> => {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql<Date | null>`least(${column('cancelled_at')}, ${column('confirmed_at')}, ${deletedFor(alias)},
    case when ${column('units_ordered')} > 0 and ${column('units_shipped')} >= ${column('units_ordered')}
      then (select max(s.shipped_at) from shipments s where ${inAccount(tenant, 's')} and s.order_id = ${column('id')}) end)`;
};

/** Whether its buyer was erased already. */
export const isErased = (tenant: OfAccount, alias: string): RawBuilder<boolean> => sql<boolean>`
  exists (select from buyer_erasures e where ${inAccount(tenant, 'e')} and e.order_id = ${sql.ref(`${alias}.id`)}
    and e.erased_at is not null)`;
