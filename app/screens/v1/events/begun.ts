import { sql } from 'kysely';
import { refuse } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';

const mostKnown = 10_000;

/**
 * Whether every change from now on leaves its events for a key. A transaction that wrote something before the key was there may have
 * left none, so a key of the last hour is refused until those have ended that were under way when this process first heard of it.
 */
export function beginnings(): (tenant: Tenant, keyId: number) => Promise<void> {
  /** By key, the transactions that are waited for; none once they have ended. */
  const waitsFor = new Map<number, Set<string>>();
  return async (tenant, keyId) => {
    if (waitsFor.get(keyId)?.size === 0) return;
    const writers = await readWriters(tenant, keyId);
    const open = new Set(writers.filter((each) => waitsFor.get(keyId)?.has(each) ?? true));
    if (waitsFor.size >= mostKnown) waitsFor.clear();
    waitsFor.set(keyId, open);
    if (open.size > 0) throw refuse(503, 'events_begin', 'Events are written for this key in a moment. Try again.', { 'retry-after': '1' });
  };
}

/** The transactions that have written events, or have found that nobody follows them; none for a key that is older than they can be. */
async function readWriters(tenant: Tenant, keyId: number): Promise<string[]> {
  const { rows } = await sql<{ writer: string }>`
    select l.virtualtransaction as writer from pg_locks l
    where l.locktype = 'relation' and l.relation = 'events'::regclass and l.mode = 'RowExclusiveLock' and l.granted
      and l.database = (select d.oid from pg_database d where d.datname = current_database())
      and exists (select from api_keys k where ${inAccount(tenant, 'k')} and k.id = ${keyId}
        and k.created_at > now() - interval '1 hour')`.execute(tenant.db);
  return rows.map(({ writer }) => writer);
}
