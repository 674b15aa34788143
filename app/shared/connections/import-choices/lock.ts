import { sql } from 'kysely';
import { lockOf } from '../../../../platform/locks.ts';
import type { Tenant } from '../../../../platform/tenant.ts';

/**
 * Call before choosing which of two connections imports, and before locking any order: waits for intakes and checks of both. One that
 * found two equal orders undecided, and read the choice a moment later, would neither end nor stop its order, and both would be sent.
 */
export async function lockForChoice({ db }: Tenant, one: number, other: number): Promise<void> {
  for (const connectionId of [Math.min(one, other), Math.max(one, other)])
    await sql`select pg_advisory_xact_lock(${lockOf('rules', connectionId)})`.execute(db);
}
