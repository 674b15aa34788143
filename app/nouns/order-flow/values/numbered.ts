import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { idsOf } from '../../../../platform/ids.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';

/** Several channels may call orders alike. */
const most = 25;

/** The orders that a person means by a number, ours or a channel's, each found by an index: 25 at most. */
export async function ordersNumbered(tenant: Tenant, number: string): Promise<number[]> {
  const own = /^(?:so-?)?(\d{1,15})$/i.exec(number.trim())?.[1] ?? null;
  const { rows } = await sql<Columns<'orders', 'id'>>`
    select id from orders where ${inAccount(tenant)} and deleted_at is null and source_order_number = ${number.trim()}
    union select id from orders where ${inAccount(tenant)} and deleted_at is null and other_number = ${number.trim()}
    union select id from orders where ${inAccount(tenant)} and deleted_at is null and id = ${own}::bigint
    limit ${most}`.execute(tenant.db);
  return idsOf(rows);
}
