import { type Database, isPassing } from '../../../platform/db.ts';
import { type Actor, inTenant, type Tenant } from '../../../platform/tenant.ts';

/**
 * Checks orders together. If one of them makes the check fail, checks by halves until that order is alone and the others are
 * through. @throws the first failure, after all others were checked.
 */
export async function checkByHalves(
  database: Database,
  actor: Actor,
  orderIds: number[],
  check: (tenant: Tenant, orderIds: number[]) => Promise<void>,
): Promise<void> {
  try {
    await inTenant(database, actor, (tenant) => check(tenant, orderIds));
  } catch (error) {
    if (orderIds.length <= 1 || isPassing(error)) throw error;
    const half = Math.ceil(orderIds.length / 2);
    const failures: unknown[] = [];
    for (const some of [orderIds.slice(0, half), orderIds.slice(half)])
      await checkByHalves(database, actor, some, check).catch((failure) => failures.push(failure));
    if (failures.length > 0) throw failures[0];
  }
}
