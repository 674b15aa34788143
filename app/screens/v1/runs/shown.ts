import { sql } from 'kysely';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { type NounName, nouns, wordsOfRecord } from '../../../base/nouns.ts';
import { allows } from '../../../people/keys/scopes.ts';
import type { Run } from '../../../shared/runs/contract.ts';
import { listRuns } from '../../../shared/runs/queries.ts';
import { type Caller, seesBuyers } from '../showing/buyers.ts';
import { scopeOfNoun, scopesOfRecord } from '../showing/scope-of-noun.ts';

/** Whether a key may read such records. Tags are read by any; what is no record of ours, as what could not be read, can have anything. */
export function mayRead(caller: Caller, recordType: string): boolean {
  if (recordType === 'tag') return true;
  const scopes = scopesOfRecord(recordType);
  if (scopes.length > 0) return scopes.every((scope) => allows(caller.key?.scopes ?? [], scope));
  return recordType === 'unreadable_record' && allows(caller.key?.scopes ?? [], 'read_orders') && seesBuyers(caller);
}

/** Runs as a key may see them: of records that it may not read, what they are called and what is said of them is left out. */
export async function readShownRuns(tenant: Tenant, ids: number[], caller: Caller): Promise<Run[]> {
  const [runs, about] = await Promise.all([listRuns(tenant, { ids }, ids.length), recordsOf(tenant, ids)]);
  return runs.map((run) => {
    const { entity = null, record_type = null } = about.get(run.id) ?? {};
    if (isShown(caller, run, entity, record_type)) return run;
    const what = entity ? nouns[entity] : wordsOfRecord(record_type ?? 'purchase_order');
    return { ...run, subject: what?.many ?? 'records', sentence: null };
  });
}

/** What a person did to one record names it. Any other run names a noun alone, unless that one is worked on by itself. */
function isShown(caller: Caller, { kind }: Run, entity: NounName | null, recordType: string | null): boolean {
  if (entity !== null && entity !== 'tags') {
    const scope = scopeOfNoun[entity];
    return scope !== undefined && allows(caller.key?.scopes ?? [], scope);
  }
  // Without a noun and a record receipts are processed.
  return kind !== 'action' || entity === 'tags' || mayRead(caller, recordType ?? 'purchase_order');
}

type About = { entity: NounName | null; record_type: Column<'run_outcomes', 'record_type'> | null };

/** Of which noun these runs are, and of what kind of record the first is. */
async function recordsOf(tenant: Tenant, ids: number[]): Promise<Map<number, About>> {
  const { rows } = await sql<Columns<'runs', 'id'> & About>`
    select r.id, r.entity, (select o.record_type from run_outcomes o where ${inAccount(tenant, 'o')} and o.run_id = r.id
      order by o.id limit 1) as record_type
    from runs r where ${inAccount(tenant, 'r')} and r.id = any(${ids}::bigint[])`.execute(tenant.db);
  return new Map(rows.map(({ id, ...about }) => [id, about]));
}
