import { type RawBuilder, sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { OutcomeSentence } from '../../../shared/runs/outcome-sentences.ts';

type Since = (tenant: Tenant, ids: readonly number[], at: Date) => Promise<Map<number, OutcomeSentence>>;

/** Those that were put on hold after that time: whatever the hold was that somebody wanted to end, it is not this one. */
export const heldSince: Since = (tenant, ids, at) =>
  read(
    tenant,
    { code: 'held_since' },
    sql`select order_id from order_events where ${inAccount(tenant)} and order_id = any(${[...ids]}::bigint[]) and at > ${at}
      and sentence ->> 'code' = 'put_on_hold'`,
  );

/** Those with an open issue that came after that time: what stops them is not, or not only, what somebody wanted to try again. */
export const stoppedSince: Since = (tenant, ids, at) =>
  read(
    tenant,
    { code: 'stopped_since' },
    sql`select order_id from issues where ${inAccount(tenant)} and order_id = any(${[...ids]}::bigint[]) and opened_at > ${at}
      and closed_at is null`,
  );

async function read({ db }: Tenant, reason: OutcomeSentence, orders: RawBuilder<unknown>): Promise<Map<number, OutcomeSentence>> {
  const { rows } = await sql<Columns<'order_events', 'order_id'>>`select distinct order_id from (${orders}) as those`.execute(db);
  return new Map(rows.map(({ order_id }) => [order_id, reason]));
}
