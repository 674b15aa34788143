import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { notify } from '../../../../platform/events.ts';
import { refuse } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import { codeOf } from '../../../../platform/sentences.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { OutcomeSentence } from '../outcome-sentences.ts';
import { canBeTakenBack, hasNoUndo } from '../queries.ts';
import type { RunSentence } from '../words/sentences.ts';
import type { BulkNoun } from './noun.ts';
import { type Started, startVerb, workingOn } from './start.ts';

/** What came of taking a run back; `runId` is the run that does it, null where it is done already. */
export type Undone = { message: string; runId: number | null; total: number };

/**
 * Starts a run that takes another one of this noun back: its verb's inverse, over what that run did, or over what a former undo left of it.
 * Until it ends, at a time that nobody knows yet, the other is not undone, and cannot be taken back again. @throws Refusal 409
 */
export async function undoBulk(tenant: Tenant, noun: BulkNoun, runId: number): Promise<Undone & Started> {
  const { rows } = await sql<Columns<'runs', 'action' | 'sentence'>>`
    update runs r set undone_at = 'infinity'
    where ${inAccount(tenant, 'r')} and r.id = ${runId} and r.entity = ${noun.name} and ${canBeTakenBack(tenant)}
      returning r.action, r.sentence`.execute(tenant.db);
  const ofVerb = rows[0]?.action ?? '';
  const verb = noun.verbs[ofVerb];
  if (!verb?.undo) throw refuse(409, 'not_undoable', 'This run cannot be taken back.');
  const rest = codeOf(rows[0]?.sentence) === 'undone_in_part' ? hasNoUndo(tenant) : sql`true`;
  const matching = noun.verbs[verb.undo]?.giveBack
    ? sql`select c.record_id as id from changes c join runs r on ${inAccount(tenant, 'r')} and r.change_group_id = c.group_id
        where ${inAccount(tenant, 'c')} and r.id = ${runId} and ${rest}`
    : sql`select record_id as id from run_outcomes where ${inAccount(tenant)} and run_id = ${runId} and outcome = 'done'`;
  const started = await startVerb(tenant, noun, { matching }, { ofVerb, action: verb.undo, undoes: runId });
  return { ...started, message: workingOn(noun, 'Undo', started.total) };
}

/** Of what stays as it is for such a reason, a later undo may take more back: of what somebody changed since it does not. */
const passing: OutcomeSentence['code'][] = [
  'starter_left',
  'starter_may_not',
  'key_stopped',
  'agent_stopped',
  'locked_by_other',
  'being_sent',
  'held_along',
];

type EndedUndo = Columns<'runs', 'undoes' | 'done' | 'skipped' | 'failed'>;

/**
 * Says of a run how much of it is undone, once the run that takes it back has ended. It can be taken back again where that one took nothing
 * back, was stopped on the way, or failed with a part.
 */
export async function endUndo(tenant: Tenant, runId: number, { undoes, done, skipped, failed }: EndedUndo): Promise<void> {
  if (undoes === null) return;
  const { undone, standing } = await readUndone(tenant, undoes);
  const isWhole = done > 0 && (skipped + failed === 0 || standing === 0);
  const isInPart = !isWhole && undone > 0 && standing > 0;
  const sentence: Partial<RunSentence> = isInPart ? { code: 'undone_in_part', undone, standing } : { code: 'worked' };
  const isOver = isWhole || (done > 0 && failed === 0 && !(await hasPassing(tenant, runId)));
  // What was done with one record has no sentence, and gets none. One that was given up was, whatever becomes of its undo.
  await sql`update runs set undone_at = ${isOver ? sql`now()` : sql`null`},
    sentence = case when ${isInPart} or sentence ->> 'code' = 'undone_in_part' then sentence || ${JSON.stringify(sentence)}::jsonb
      else sentence end
    where ${inAccount(tenant)} and id = ${undoes}`.execute(tenant.db);
  tellOfUndone(tenant, undoes);
}

/** The same where nothing can be said of it: the ledger has what is undone, and what is not can be taken back again. */
export async function leaveUndo(tenant: Tenant, _runId: number, { undoes }: EndedUndo): Promise<void> {
  if (undoes === null) return;
  await sql`update runs set undone_at = null where ${inAccount(tenant)} and id = ${undoes}`.execute(tenant.db);
  tellOfUndone(tenant, undoes);
}

function tellOfUndone(tenant: Tenant, runId: number): void {
  notify(tenant, 'runs', [runId]);
  notify(tenant, `run:${runId}`, [runId]);
}

/** Of how many records what a run did is undone by now, and of how many it stands, as the ledger says. */
async function readUndone(tenant: Tenant, runId: number): Promise<{ undone: number; standing: number }> {
  const { rows } = await sql<{ undone: number; standing: number }>`
    select count(*) filter (where not standing)::int as undone, count(*) filter (where standing)::int as standing from (
      select bool_or(u.id is null) as standing from runs r
      join changes c on ${inAccount(tenant, 'c')} and c.group_id = r.change_group_id
      left join changes u on ${inAccount(tenant, 'u')} and u.undoes = c.id
      where ${inAccount(tenant, 'r')} and r.id = ${runId} group by c.record_id) as records`.execute(tenant.db);
  return rows[0] ?? { undone: 0, standing: 0 };
}

async function hasPassing(tenant: Tenant, runId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from run_outcomes where ${inAccount(tenant)} and run_id = ${runId} and outcome = 'skipped'
      and reason ->> 'code' = any(${passing}::text[]) limit 1`.execute(tenant.db);
  return rows.length > 0;
}
