import { sql } from 'kysely';
import { refuse } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';

const mostKnown = 10_000;

/** When an account last began to follow more events, and the transactions that were waited for since; none once they have ended. */
type Beginning = { since: string; open: Set<string> };

/**
 * Refuses an account until every change leaves its events. A transaction that wrote something before they were followed may have left
 * none, so in the hour after they began a call waits for those that were under way when this process first heard of it.
 */
export function beginnings(): (tenant: Tenant) => Promise<void> {
  const beginningOf = new Map<number, Beginning>();
  return async (tenant) => {
    const { since, writers } = await readWriters(tenant);
    if (since === null) return;
    const before = beginningOf.get(tenant.accountId);
    const open = new Set(before?.since === since ? writers.filter((each) => before.open.has(each)) : writers);
    if (beginningOf.size >= mostKnown) beginningOf.clear();
    beginningOf.set(tenant.accountId, { since, open });
    if (open.size > 0) throw refuse(503, 'events_begin', 'Events are written for this key in a moment. Try again.', { 'retry-after': '1' });
  };
}

/**
 * When the account began to follow events, null where that was longer ago than a transaction lasts; and the transactions that have
 * written events, or have found that nobody follows them.
 */
async function readWriters(tenant: Tenant): Promise<{ since: string | null; writers: string[] }> {
  const { rows } = await sql<{ since: string | null; writers: string[] }>`
    select since::text as since, array(select l.virtualtransaction from pg_locks l
      where since is not null and l.locktype = 'relation' and l.relation = 'events'::regclass and l.mode = 'RowExclusiveLock' and l.granted
        and l.database = (select d.oid from pg_database d where d.datname = current_database())) as writers
    from (select max(f.since) filter (where f.since > now() - interval '1 hour') as since from followed_scopes f
      where ${inAccount(tenant, 'f')}) as begun`.execute(tenant.db);
  return rows[0] ?? { since: null, writers: [] };
}
