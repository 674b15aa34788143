import { sql } from 'kysely';
import { writeAudit } from '../../../../platform/audit.ts';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { notify } from '../../../../platform/events.ts';
import { refuse } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { SignedIn } from '../../../../platform/signed-in.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { type NounName, whoMayChange } from '../../../base/nouns.ts';
import { labelOfVerb } from '../../../base/verbs/labels.ts';
import { requireMay } from '../../../people/accounts/people/require-may.ts';
import { dayAt } from '../../../ui/time/day.ts';
import type { BulkNoun } from '../bulk/noun.ts';
import { enqueueWork, workingOn } from '../bulk/start.ts';
import type { RunSentence } from '../words/sentences.ts';
import { dropTargets, readTargets } from '../working/targets.ts';
import { leaveOut } from './leave-out.ts';
import { isOpen } from './queries.ts';
import { requireKey } from './require-key.ts';

export type Nouns = Readonly<Record<NounName, { bulk: BulkNoun | null }>>;
type Decided = Columns<'runs', 'action' | 'total' | 'proposed_by'> & {
  entity: NounName;
  terms: object | null;
  prepared_at: Column<'runs', 'started_at'>;
};

/** Who starts it, and by whose clock. */
export type Starter = Pick<SignedIn, 'role' | 'timezone'>;

/** Starts what an agent prepared, as this person's run, or that of whoever made its key. @throws Refusal 403, 409 */
export async function confirmRun(tenant: Tenant, nouns: Nouns, session: Starter, id: number): Promise<string> {
  const { rows } = await sql<Decided>`
    update runs set state = 'running', requested_by = ${tenant.userId}, started_at = now(), touched_at = now(), sentence = null
    where ${inAccount(tenant)} and id = ${id} and ${isOpen}
    returning action, total, entity, terms, proposed_by, old.started_at as prepared_at`.execute(tenant.db);
  const run = required(rows[0]);
  const noun = nouns[run.entity].bulk;
  const action = run.action ?? '';
  const verb = noun?.verbs[action];
  if (!noun || !verb) throw tooLate();
  requireMay(session, whoMayChange(noun.name));
  if (verb.isOver?.(run.terms ?? {}, dayAt(Date.now(), session.timezone))) throw over();
  await requireKey(tenant, id);
  const since = await verb.fitsSince?.(tenant, await readTargets(tenant, id), run.prepared_at, run.terms ?? {});
  const left = await leaveOut(tenant, id, since ?? new Map());
  const to = { [noun.name]: run.total, ...run.terms, proposed_by: run.proposed_by };
  await writeAudit(tenant, { verb: 'started', noun: 'bulk action', record: { id, name: action }, to });
  await enqueueWork(tenant, id);
  notify(tenant, 'runs', [id]);
  return workingOn(noun, labelOfVerb(action), left);
}

const declined: RunSentence = { code: 'declined' };

/** Ends what an agent prepared: nothing of it is done. @throws Refusal 409 */
export async function declineRun(tenant: Tenant, id: number): Promise<string> {
  const { rows } = await sql<Columns<'runs', 'action' | 'proposed_by'>>`
    update runs set state = 'cancelled', requested_by = ${tenant.userId}, finished_at = now(), touched_at = now(),
      sentence = ${JSON.stringify(declined)}::jsonb
    where ${inAccount(tenant)} and id = ${id} and ${isOpen} returning action, proposed_by`.execute(tenant.db);
  const { action, proposed_by } = required(rows[0]);
  await sql`delete from run_outcomes where ${inAccount(tenant)} and run_id = ${id}`.execute(tenant.db);
  await dropTargets(tenant, id);
  await writeAudit(tenant, { verb: 'dismissed', noun: 'bulk action', record: { id, name: action ?? '' }, to: { proposed_by } });
  notify(tenant, 'runs', [id]);
  return 'Declined: nothing of it is done.';
}

function required<T>(run: T | undefined): T {
  if (run === undefined) throw tooLate();
  return run;
}

const over = () => refuse(409, 'not_prepared', 'The day on which this was to end has come, so it cannot be started. Decline it.');
const tooLate = () => refuse(409, 'not_prepared', 'This was started or declined before, or waited for longer than a day.');
