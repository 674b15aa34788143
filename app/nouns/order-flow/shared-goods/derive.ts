import { sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { isUnreleased } from '../order-sql.ts';
import { isShared } from './shared-sql.ts';

/**
 * Finds out which unreleased orders have goods that may be sent with another order too, because the channel split or merged them:
 * they wait for a person. What a person decided stays decided. Depends on the rows alone, so that it does not matter which of
 * the orders was read first.
 */
export async function deriveSharedGoods(tenant: Tenant, orderIds: number[]): Promise<void> {
  await sql`
    update orders o set shared_goods = case when o.shared_goods is null then 'undecided' end, revision = o.revision + 1
    where ${inAccount(tenant, 'o')} and o.id = any(${orderIds}::bigint[]) and ${isUnreleased}
      and (o.shared_goods is null and ${isShared(tenant)} or o.shared_goods = 'undecided' and not ${isShared(tenant)})`.execute(tenant.db);
}
