import { sql } from 'kysely';
import type { Tenant } from '../../../platform/tenant.ts';

/** Any number, the same in every process; with the connection it is the lock of what its orders are decided by. */
const lock = 7_203_419;

/**
 * Keeps a connection's links, presets and field mappings as they are until this transaction ends, for orders that are
 * stored and decided at once: whoever changes them looks for the orders concerned, and would not see these yet.
 */
export async function lockRulesShared(tenant: Tenant, connectionId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${lock}, (${connectionId}::bigint % 2147483647)::int)`.execute(tenant.db);
}

/** Before one who changed them looks for the orders concerned: waits for those that are being decided by the former ones. */
export async function lockRulesForChange(tenant: Tenant, connectionId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lock}, (${connectionId}::bigint % 2147483647)::int)`.execute(tenant.db);
}
