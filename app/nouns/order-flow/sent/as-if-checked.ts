import { sql } from 'kysely';
import type { Tenant } from '../../../../platform/tenant.ts';
import { findIssues } from '../../../shared/issues/checks.ts';
import type { IssueType } from '../../../shared/issues/issue.ts';
import type { Lacking } from '../../../shared/issues/types/sent-otherwise.ts';
import { linkLines, mapShipping, mapWarehouse, rememberUnknownCodes } from '../checking/map.ts';
import { setFields } from '../checking/set-fields.ts';
import { lockFreeOrders, lockOrders } from '../lock-orders.ts';

/** What a rule or mapping can lack. */
const types: IssueType[] = ['unmapped_sku', 'unmapped_shipping', 'unmapped_location', 'product_gone'];

/**
 * Runs work on orders as if they were checked by the rules of now, and takes that back. `lacking` has the first thing that an order
 * would wait for. Without `wait`, those that somebody else works on are left out: whoever saves a rule has locked other orders and their
 * products, and must not wait for these.
 */
export async function asIfChecked<T>(
  tenant: Tenant,
  given: number[],
  { wait }: { wait: boolean },
  work: () => Promise<T>,
): Promise<{ value: T; lacking: Map<number, Lacking>; orderIds: Set<number> }> {
  await sql`savepoint as_if_checked`.execute(tenant.db);
  const orderIds = await (wait ? lockOrders(tenant, given) : lockFreeOrders(tenant, given));
  await rememberUnknownCodes(tenant, orderIds);
  await linkLines(tenant, orderIds);
  await mapShipping(tenant, orderIds);
  await mapWarehouse(tenant, orderIds);
  await setFields(tenant, orderIds);
  const value = await work();
  const { rows } = await sql<{ order_id: number; sentence: Lacking }>`
    select distinct on (order_id) order_id, sentence from (${findIssues(tenant, sql`o.id = any(${orderIds}::bigint[])`)}) as found
    where type = any(${types}::text[]) order by order_id, type, subject`.execute(tenant.db);
  await sql`rollback to savepoint as_if_checked`.execute(tenant.db);
  await sql`release savepoint as_if_checked`.execute(tenant.db);
  return { value, lacking: new Map(rows.map(({ order_id, sentence }) => [order_id, sentence])), orderIds: new Set(orderIds) };
}
