import { sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';
import { lockOf } from '../../../../platform/locks.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { isNumbered, otherKinds } from '../../../shared/issues/types/orders.checks.ts';

/**
 * For a check, until its transaction ends: the same lock of rules as intake's, of the connections of these orders, and that of each sale of
 * which another kind of connection has an order too, be it deleted and about to be restored, whose check would not see that this one goes.
 * Both checks may have locked orders already: it does not wait. Returns false where a rule is being changed or such a sale checked at this
 * moment: then whatever the check decides is decided anew.
 */
export async function tryLockSteady(tenant: Tenant, orderIds: number[]): Promise<boolean> {
  const own = sql`orders o where ${inAccount(tenant, 'o')} and o.id = any(${orderIds}::bigint[])`;
  const sale = sql`hashtextextended(${tenant.accountId} || ':' || number, 0)`;
  const { rows } = await sql<{ steady: boolean }>`
    select (select coalesce(bool_and(pg_try_advisory_xact_lock_shared(${lockOf('rules', sql.ref('connection_id'))})), true)
        from (select distinct o.connection_id from ${own}) as connection)
      and (select coalesce(bool_and(pg_try_advisory_xact_lock(${lockOf('sales', sale)})), true) from (
        select distinct number from (select o.*, unnest(array[o.source_order_number, o.other_number]) as number from ${own}) as o
        where number is not null and exists (select from orders t
          where ${inAccount(tenant, 't')} and ${isNumbered('t', sql`array[number]`)}
            and exists (select from ${otherKinds(tenant)} where oc.id = o.connection_id and tc.id = t.connection_id))
      ) as sold) as steady`.execute(tenant.db);
  return rows[0]?.steady ?? true;
}
