import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { idsOf } from '../../../../platform/ids.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { recordTypeOf } from '../../../base/nouns.ts';
import type { RowOutcome } from '../commands.ts';
import type { OutcomeSentence } from '../outcome-sentences.ts';
import type { BulkNoun, Performed } from './noun.ts';

type WorkOfRun = {
  runId: number;
  action: string;
  terms: object;
  undoes: number | null;
  startedAt: Date;
  /** Records by whose change others may leave stay as they are. */
  nothingLeaves?: { isAgents: boolean } | undefined;
  /** Why all of them stay as they are. */
  stopped: OutcomeSentence | null;
};

/** Performs a verb on these records, in the order of their locks. Returns what became of each. */
export async function performOn(
  tenant: Tenant,
  noun: BulkNoun,
  ids: number[],
  { runId, action, terms, undoes, ...when }: WorkOfRun,
): Promise<RowOutcome[]> {
  const verb = noun.verbs[action];
  if (!verb) throw new Error(`${noun.name} have no action ${action}.`);
  const group = await groupOf(tenant, noun, verb, { runId, undoes });
  const { rows, left, notes } = await work(tenant, noun, verb, ids, { terms, group, ...when });
  const recordType = recordTypeOf(noun.name);
  const there = new Set(rows.map(({ id }) => id));
  return [
    ...rows.map((row): RowOutcome => {
      const { id } = row;
      const reason = left.get(id);
      const facts = { recordType, recordId: id, label: noun.label(row) };
      return reason === undefined
        ? { ...facts, outcome: 'done', reason: notes?.get(id) ?? null }
        : { ...facts, outcome: 'skipped', reason };
    }),
    ...ids.flatMap((id): RowOutcome[] =>
      there.has(id) ? [] : [{ outcome: 'skipped', reason: left.get(id) ?? wasDeleted, recordType, recordId: id, label: String(id) }],
    ),
  ];
}

const wasDeleted = { code: 'deleted_since' } as const;

/** The records that there are, and of those that stay as they are, why. */
type Worked = Performed & { rows: { id: number }[]; left: ReadonlyMap<number, OutcomeSentence> };

async function work(
  tenant: Tenant,
  noun: BulkNoun,
  verb: BulkNoun['verbs'][string],
  ids: number[],
  {
    nothingLeaves,
    startedAt,
    stopped,
    ...how
  }: { terms: object; group: number } & Pick<WorkOfRun, 'nothingLeaves' | 'startedAt' | 'stopped'>,
): Promise<Worked> {
  const found = await noun.lock(tenant, ids);
  const skipped = found.flatMap((row) => {
    const reason = verb.skip?.(row) ?? null;
    return reason === null ? [] : [[row.id, reason] as const];
  });
  // Others go on while a long run works: what it fits only by what they did since, nobody meant who started it.
  const since = (await verb.fitsSince?.(tenant, idsOf(found), startedAt, how.terms)) ?? [];
  const byOthers = stopped
    ? new Map(ids.map((id) => [id, stopped] as const))
    : ((nothingLeaves && (await verb.letsGo?.(tenant, idsOf(found), nothingLeaves.isAgents))) ?? []);
  const left = new Map([...since, ...byOthers, ...skipped]);
  const fitting = found.filter(({ id }) => !left.has(id));
  const also = verb.giveBack
    ? await verb.giveBack(
        tenant,
        ids.filter((id) => !left.has(id)),
        how.group,
      )
    : fitting.length > 0
      ? await verb.perform(tenant, fitting, how)
      : {};
  // What was deleted may be there again.
  const rows = verb.giveBack ? await noun.lock(tenant, ids) : found;
  return { rows, left: new Map([...left, ...(also.left ?? [])]), ...(also.notes && { notes: also.notes }) };
}

/** How a record is called, also one that is no longer there. */
export async function labelOf(tenant: Tenant, noun: BulkNoun, id: number): Promise<Pick<RowOutcome, 'recordType' | 'label'>> {
  const [row] = await noun.lock(tenant, [id]);
  return { recordType: recordTypeOf(noun.name), label: row ? noun.label(row) : String(id) };
}

/** The group of changes that a run records, or gives back; 0 for a run of neither kind. */
async function groupOf(
  tenant: Tenant,
  noun: BulkNoun,
  { giveBack, undo }: BulkNoun['verbs'][string],
  { runId, undoes }: Pick<WorkOfRun, 'runId' | 'undoes'>,
): Promise<number> {
  if (!giveBack && !(undo !== undefined && noun.verbs[undo]?.giveBack)) return 0;
  const { rows } = await sql<Columns<'runs', 'change_group_id'>>`
    with drawn as materialized (select nextval('changes_id_seq') as id)
    update runs set change_group_id = coalesce(change_group_id, (select drawn.id from drawn))
    where ${inAccount(tenant)} and id = ${giveBack ? undoes : runId} returning change_group_id`.execute(tenant.db);
  return rows[0]?.change_group_id ?? 0;
}
