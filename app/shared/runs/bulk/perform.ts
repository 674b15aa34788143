import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { Change, RowOutcome } from '../commands.ts';
import type { BulkNoun } from './noun.ts';

type Work = { action: string; terms: object; undoes: number | null };

/** Performs a verb on these records, in the order of their locks. Returns what became of each. */
export async function performOn(tenant: Tenant, noun: BulkNoun, ids: number[], { action, terms, undoes }: Work): Promise<RowOutcome[]> {
  const verb = noun.verbs[action];
  if (!verb) throw new Error(`${noun.name} have no action ${action}.`);
  const rows = await noun.lock(tenant, ids);
  const reasons = new Map(rows.map((row) => [row.id, verb.skip?.(row) ?? null]));
  const chosen = rows.filter(({ id }) => reasons.get(id) === null);
  const changes = verb.givesBack && undoes !== null ? await changesOf(tenant, undoes, ids) : new Map<number, Change>();
  const { left, notes, changed } = chosen.length > 0 ? await verb.perform(tenant, chosen, { terms, changes }) : {};
  const gone = ids.filter((id) => !reasons.has(id));
  return [
    ...rows.map((row): RowOutcome => {
      const { id } = row;
      const reason = reasons.get(id) ?? left?.get(id);
      const facts = { recordType: noun.recordType, recordId: id, label: noun.label(row) };
      return reason === undefined
        ? { ...facts, outcome: 'done', reason: notes?.get(id) ?? null, changed: changed?.get(id) ?? null }
        : { ...facts, outcome: 'skipped', reason };
    }),
    ...gone.map((id): RowOutcome => ({ ...wasDeleted, recordType: noun.recordType, recordId: id, label: String(id) })),
  ];
}

const wasDeleted = { outcome: 'skipped', reason: 'It was deleted meanwhile.' } as const;

/** How a record is called, also one that is no longer there. */
export async function labelOf(tenant: Tenant, noun: BulkNoun, id: number): Promise<Pick<RowOutcome, 'recordType' | 'label'>> {
  const [row] = await noun.lock(tenant, [id]);
  return { recordType: noun.recordType, label: row ? noun.label(row) : String(id) };
}

/** What a run set of these records. */
async function changesOf({ db, accountId }: Tenant, runId: number, ids: number[]): Promise<Map<number, Change>> {
  const { rows } = await sql<Columns<'run_outcomes', 'record_id'> & { changed: Change }>`
    select record_id, changed from run_outcomes
    where account_id = ${accountId} and run_id = ${runId} and record_id = any(${ids}::bigint[]) and changed is not null`.execute(db);
  return new Map(rows.map(({ record_id, changed }) => [record_id ?? 0, changed]));
}
