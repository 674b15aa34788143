import { sql } from 'kysely';
import type { Tenant } from '../../../platform/tenant.ts';

/** An arbitrary number, the same in every process: with the connection's id it is the advisory lock of its rules. */
const lock = 7_203_419;

/**
 * Locks a connection's links, presets and field mappings against changes until this transaction ends. Intake decides about
 * orders that are not committed yet, so whoever changes a rule could not find them to check them again.
 */
export async function lockRulesShared(tenant: Tenant, connectionId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${lock}, (${connectionId}::bigint % 2147483647)::int)`.execute(tenant.db);
}

/** Call after changing a rule and before reading the orders concerned: waits for intakes that still use the former rule. */
export async function lockRulesForChange(tenant: Tenant, connectionId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lock}, (${connectionId}::bigint % 2147483647)::int)`.execute(tenant.db);
}
