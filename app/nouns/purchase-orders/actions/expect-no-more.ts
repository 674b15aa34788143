import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { refuse } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { lockOne } from '../../purchase-flow/lock.ts';
import { refusalOf } from '../../purchase-flow/purchase-order.ts';
import { closeShort } from './close-short.ts';
import { cancel } from './flags.ts';

/**
 * The source has ended it and goods are on the way, or the warehouse no longer expects the rest: what has come stays and the rest is closed
 * short, or, where nothing has come, all of it is cancelled. Returns whether the warehouse is asked. @throws Refusal 404, 409
 */
export async function expectNoMore(tenant: Tenant, id: number): Promise<boolean> {
  const order = await lockOne(tenant, id);
  if (order.status === 'received') return closeShort(tenant, id, await reasonOf(tenant, id));
  const refusal = refusalOf('cancel', order);
  if (refusal) throw refuse(409, 'not_allowed', refusal);
  return (await cancel(tenant, [order])).requested.length > 0;
}

async function reasonOf(tenant: Tenant, id: number): Promise<string> {
  const { rows } = await sql<Columns<'purchase_orders', 'source_state'>>`
    select source_state from purchase_orders where ${inAccount(tenant)} and id = ${id}`.execute(tenant.db);
  return rows[0]?.source_state === 'open' ? 'The warehouse no longer expects it.' : 'Its source has ended it.';
}
