import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { notify } from '../../../../platform/events.ts';
import { refuse } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { canBeTakenBack } from '../queries.ts';
import type { BulkNoun } from './noun.ts';
import { type Started, startVerb, workingOn } from './start.ts';

/** What came of taking a run back; `runId` is the run that does it, null where it is done already. */
export type Undone = { message: string; runId: number | null; total: number };

/** Starts a run that takes another one of this noun back: its verb's inverse, over what that run did. @throws Refusal 409 */
export async function undoBulk(tenant: Tenant, noun: BulkNoun, runId: number): Promise<Undone & Started> {
  const { rows } = await sql<Columns<'runs', 'action'>>`
    update runs r set undone_at = now()
    where ${inAccount(tenant, 'r')} and r.id = ${runId} and r.entity = ${noun.name} and ${canBeTakenBack(tenant)}
      returning r.action`.execute(tenant.db);
  const ofVerb = rows[0]?.action ?? '';
  const verb = noun.verbs[ofVerb];
  if (!verb?.undo) throw refuse(409, 'not_undoable', 'This run cannot be taken back.');
  const matching = noun.verbs[verb.undo]?.giveBack
    ? sql`select c.record_id as id from changes c join runs r on ${inAccount(tenant, 'r')} and r.change_group_id = c.group_id
        where ${inAccount(tenant, 'c')} and r.id = ${runId}`
    : sql`select record_id as id from run_outcomes where ${inAccount(tenant)} and run_id = ${runId} and outcome = 'done'`;
  const started = await startVerb(tenant, noun, { matching }, { ofVerb, action: verb.undo, undoes: runId });
  return { ...started, message: workingOn(noun, 'Undo', started.total) };
}

/** A run of which another took nothing back, as it was stopped or each record had changed, can still be taken back. */
export async function keepUndoable(tenant: Tenant, { undoes, done }: Columns<'runs', 'undoes' | 'done'>): Promise<void> {
  if (undoes === null || done > 0) return;
  await sql`update runs set undone_at = null where ${inAccount(tenant)} and id = ${undoes}`.execute(tenant.db);
  notify(tenant, 'runs', [undoes]);
}
