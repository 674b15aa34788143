import { sql } from 'kysely';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { closeIssues } from '../../../shared/issues/commands.ts';

/** The types of issues that tell of changes after an order went to the warehouse. */
export const changeTypes = ['changed_after_release', 'new_address'] as const;

/** Closes what need not be decided of orders that are here again and will be read again. Whoever calls it settles them. */
export async function closeFollowed(tenant: Tenant, orderIds: readonly number[]): Promise<void> {
  const closed = (await readOpenChanges(tenant, orderIds)).filter(({ is_parcel }) => !is_parcel);
  if (closed.length === 0) return;
  const subjects = [...new Set(closed.map(({ subject }) => subject))];
  await closeIssues(tenant, { orderIds: [...orderIds], types: changeTypes, subjects });
}

type Open = Columns<'issues', 'id' | 'subject'> & {
  order_id: NonNullable<Column<'issues', 'order_id'>>;
  is_parcel: boolean;
};

/** What is open of changes of these orders; `is_parcel`: it tells of a parcel, which no reading of the channel settles. */
export async function readOpenChanges(tenant: Tenant, orderIds: readonly number[]): Promise<Open[]> {
  const { rows } = await sql<Open>`
    select id, subject, order_id, subject like 'parcel:%' as is_parcel from issues
    where ${inAccount(tenant)} and order_id = any(${[...orderIds]}::bigint[]) and type = any(${[...changeTypes]}::text[])
      and closed_at is null order by id`.execute(tenant.db);
  return rows;
}
