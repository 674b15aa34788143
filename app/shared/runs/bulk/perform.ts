import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { recordTypeOf } from '../../../base/nouns.ts';
import type { RowOutcome } from '../commands.ts';
import type { BulkNoun } from './noun.ts';

type Work = { runId: number; action: string; terms: object; undoes: number | null };

/** Performs a verb on these records, in the order of their locks. Returns what became of each. */
export async function performOn(
  tenant: Tenant,
  noun: BulkNoun,
  ids: number[],
  { runId, action, terms, undoes }: Work,
): Promise<RowOutcome[]> {
  const verb = noun.verbs[action];
  if (!verb) throw new Error(`${noun.name} have no action ${action}.`);
  const rows = await noun.lock(tenant, ids);
  const reasons = new Map(rows.map((row) => [row.id, verb.skip?.(row) ?? null]));
  const chosen = rows.filter(({ id }) => reasons.get(id) === null);
  const group = await groupOf(tenant, noun, verb, { runId, undoes });
  const { left, notes } = chosen.length > 0 ? await verb.perform(tenant, chosen, { terms, group }) : {};
  const recordType = recordTypeOf(noun.name);
  const gone = ids.filter((id) => !reasons.has(id));
  return [
    ...rows.map((row): RowOutcome => {
      const { id } = row;
      const reason = reasons.get(id) ?? left?.get(id);
      const facts = { recordType, recordId: id, label: noun.label(row) };
      return reason === undefined
        ? { ...facts, outcome: 'done', reason: notes?.get(id) ?? null }
        : { ...facts, outcome: 'skipped', reason };
    }),
    ...gone.map((id): RowOutcome => ({ ...wasDeleted, recordType, recordId: id, label: String(id) })),
  ];
}

const wasDeleted = { outcome: 'skipped', reason: { code: 'deleted_since' } } as const;

/** How a record is called, also one that is no longer there. */
export async function labelOf(tenant: Tenant, noun: BulkNoun, id: number): Promise<Pick<RowOutcome, 'recordType' | 'label'>> {
  const [row] = await noun.lock(tenant, [id]);
  return { recordType: recordTypeOf(noun.name), label: row ? noun.label(row) : String(id) };
}

/** The group of changes that a run records, or gives back; 0 for a run of neither kind. */
async function groupOf(
  tenant: Tenant,
  noun: BulkNoun,
  { givesBack, undo }: BulkNoun['verbs'][string],
  { runId, undoes }: Pick<Work, 'runId' | 'undoes'>,
): Promise<number> {
  if (!givesBack && !(undo !== undefined && noun.verbs[undo]?.givesBack)) return 0;
  const { rows } = await sql<Columns<'runs', 'change_group_id'>>`
    update runs set change_group_id = coalesce(change_group_id, nextval('changes_id_seq'))
    where ${inAccount(tenant)} and id = ${givesBack ? undoes : runId} returning change_group_id`.execute(tenant.db);
  return rows[0]?.change_group_id ?? 0;
}
