import { sql } from 'kysely';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import { readPrepared } from '../../../../platform/prepared.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { type Kind, kinds } from '../kinds.ts';

export type ItemChange = Columns<'audit_entries', 'id' | 'at' | 'verb'> & {
  /** Who did it; null for what the system did, or somebody who has left. */
  by: Column<'users', 'name'> | null;
  changes: Record<string, { from: unknown; to: unknown }>;
};

const mostShown = 50;

/** What people and imports did to an item, the newest first; what they said stands beside it as comments. */
export async function listChanges(tenant: Tenant, kind: Kind, id: number): Promise<ItemChange[]> {
  const query = sql<ItemChange>`
    select e.id, e.at, e.verb, e.changes, u.name as by from audit_entries e left join users u on u.id = e.user_id
    where ${inAccount(tenant, 'e')} and e.noun = ${kinds[kind].one} and e.record_id = ${id} and e.verb <> 'commented on' order by e.id desc
      limit ${sql.lit(mostShown)}`;
  return readPrepared(tenant, query);
}
