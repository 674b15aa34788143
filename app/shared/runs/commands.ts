import { sql } from 'kysely';
import type { Columns } from '../../../platform/columns.ts';
import { notify } from '../../../platform/events.ts';
import { inAccount } from '../../../platform/in-account.ts';
import { bounded } from '../../../platform/sentences.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import type { NounName } from '../../base/nouns.ts';
import type { OutcomeSentence } from './outcome-sentences.ts';
import type { RunSentence } from './words/sentences.ts';
import type { RunSubject } from './words/subjects.ts';

export type RunKind = 'sync' | 'import' | 'export' | 'bulk' | 'action' | 'remedy' | 'replay' | 'comparison';
export type Counts = { done?: number; skipped?: number; failed?: number; total?: number | null };
export type RowOutcome = {
  outcome: 'done' | 'skipped' | 'failed' | 'waiting';
  recordType: string;
  recordId: number | null;
  label: string;
  reason: OutcomeSentence | null;
};

export type NewRun = {
  kind: RunKind;
  subject: RunSubject;
  connectionId?: number;
  total?: number;
  action?: string;
  /** The noun that it works on: the ids of its records mean nothing in another table. */
  entity?: NounName;
  /** With what the action is performed. */
  terms?: object;
  /** The run that it takes back. */
  undoes?: number;
  /** There is something to take back once it has ended. */
  undoable?: boolean;
};

/** Starts a run: one execution of long work, with counts and outcomes per row. */
export async function startRun(tenant: Tenant, run: NewRun): Promise<number> {
  const id = await insertRun(tenant, run, 'running');
  notify(tenant, 'runs', [id]);
  return id;
}

type DoneAction = {
  subject: RunSubject;
  entity?: NounName;
  /** What was done, by the name under which its noun takes it back. */
  action?: string;
  undoable?: boolean;
  /** What it changed, by which it is undone. */
  changeGroup?: number | null;
  record: { type: string; id: number; label: string };
  /** Why it was not done after all. */
  left?: OutcomeSentence | undefined;
};

/** Records what a person did to one record, as a run that has ended. Returns its id. */
export async function recordAction(
  tenant: Tenant,
  { subject, action, undoable = false, changeGroup = null, entity, record, left }: DoneAction,
): Promise<number> {
  const [done, skipped] = left ? [0, 1] : [1, 0];
  const { rows } = await sql<Columns<'run_outcomes', 'run_id'>>`
    with run as (
      insert into runs (account_id, kind, subject, total, done, skipped, action, undoable, entity, state, requested_by, finished_at,
        change_group_id)
      values (${tenant.accountId}, 'action', ${storedSubject(subject)}::jsonb, 1, ${done}, ${skipped}, ${action ?? null}, ${undoable},
        ${entity ?? null}, 'done', ${tenant.userId}, now(), ${changeGroup}) returning id
    )
    insert into run_outcomes (account_id, run_id, outcome, record_type, record_id, label, reason)
    select ${tenant.accountId}, run.id, ${left ? 'skipped' : 'done'}, ${record.type}, ${record.id}, ${record.label},
      ${left ? JSON.stringify(bounded(left)) : null}::jsonb from run
    returning run_id`.execute(tenant.db);
  notify(tenant, 'runs');
  return rows[0]?.run_id ?? 0;
}

/** How many runs a person may have prepared and not started: a dialog makes one, and few are open at once. */
const mostPrepared = 5;

/** A run that nobody sees until it is started. This person's oldest ones are deleted beyond a few, all of them after an hour. */
export async function prepareRun(tenant: Tenant, run: NewRun & { entity: NounName }): Promise<number> {
  await sql`delete from runs where ${inAccount(tenant)} and id in (
    select id from runs where ${inAccount(tenant)} and requested_by is not distinct from ${tenant.userId} and state = 'prepared'
    and proposed_by is null order by id desc offset ${mostPrepared - 1})`.execute(tenant.db);
  return insertRun(tenant, run, 'prepared');
}

/** When this person prepared a run that is not started: its records were seen as they were then. */
export async function preparedAt(tenant: Tenant, runId: number): Promise<string | undefined> {
  const { rows } = await sql<{ at: string }>`
    select started_at::text as at from runs where ${inAccount(tenant)} and id = ${runId} and state = 'prepared'
      and requested_by is not distinct from ${tenant.userId}`.execute(tenant.db);
  return rows[0]?.at;
}

/**
 * Starts a run that this person prepared over records of this noun, once. Returns how many it has; undefined where there is none, or none
 * any longer.
 */
export async function startPreparedRun(tenant: Tenant, runId: number, run: NewRun): Promise<number | undefined> {
  const { rows } = await sql<Columns<'runs', 'total'>>`
    update runs set state = 'running', subject = ${storedSubject(run.subject)}::jsonb, action = ${run.action ?? null},
      terms = ${textOf(run.terms)}, undoable = ${run.undoable ?? false}, started_at = now(), touched_at = now()
    where ${inAccount(tenant)} and id = ${runId} and kind = 'bulk' and entity = ${run.entity ?? null} and state = 'prepared'
      and proposed_by is null and requested_by is not distinct from ${tenant.userId} returning total`.execute(tenant.db);
  if (!rows[0]) return undefined;
  notify(tenant, 'runs', [runId]);
  return rows[0].total ?? 0;
}

async function insertRun(tenant: Tenant, run: NewRun, state: 'prepared' | 'running'): Promise<number> {
  const { rows } = await sql<Columns<'runs', 'id'>>`
    insert into runs (account_id, kind, subject, connection_id, total, action, entity, terms, undoes, undoable, state, requested_by)
    values (${tenant.accountId}, ${run.kind}, ${storedSubject(run.subject)}::jsonb, ${run.connectionId ?? null}, ${run.total ?? null},
      ${run.action ?? null}, ${run.entity ?? null}, ${textOf(run.terms)}, ${run.undoes ?? null}, ${run.undoable ?? false}, ${state},
      ${tenant.userId}) returning id`.execute(tenant.db);
  const [{ id }] = rows as [Columns<'runs', 'id'>];
  return id;
}

/** What a row keeps of it. */
export const storedSubject = (subject: RunSubject): string => JSON.stringify(bounded(subject));

const textOf = (terms: object | undefined) => (terms ? JSON.stringify(terms) : null);

/** Adds to a run's counts, and stores the outcomes of rows that a person may want to see. */
export async function advanceRun(tenant: Tenant, runId: number, counts: Counts, outcomes: RowOutcome[] = []): Promise<void> {
  const { done = 0, skipped = 0, failed = 0, total = null } = counts;
  await sql`update runs set done = done + ${done}, skipped = skipped + ${skipped}, failed = failed + ${failed},
    total = coalesce(${total}, total), touched_at = now()
    where ${inAccount(tenant)} and id = ${runId}`.execute(tenant.db);
  await recordOutcomes(tenant, runId, outcomes);
  notify(tenant, 'runs', [runId]);
  notify(tenant, `run:${runId}`, [runId]);
}

/** Raises what a run has done to this many, where it is less, until the run ends. */
export async function raiseDone(tenant: Tenant, runId: number, done: number): Promise<void> {
  await sql`update runs set done = greatest(done, ${done}), touched_at = now()
    where ${inAccount(tenant)} and id = ${runId} and state = 'running'`.execute(tenant.db);
  notify(tenant, 'runs', [runId]);
  notify(tenant, `run:${runId}`, [runId]);
}

/** Sets what a run has done, as its last worker knows it, whatever another one has reported of it. */
export const setDone = (tenant: Tenant, runId: number, done: number) =>
  sql`update runs set done = ${done} where ${inAccount(tenant)} and id = ${runId}`.execute(tenant.db);

/** Records what became of rows, without counting them. Nobody who ends the run waits for it. */
export async function recordOutcomes(tenant: Tenant, runId: number, outcomes: RowOutcome[]): Promise<void> {
  if (outcomes.length === 0) return;
  const written = outcomes.map((each) => ({ ...each, reason: each.reason && bounded(each.reason) }));
  await sql`
    insert into run_outcomes (account_id, run_id, outcome, record_type, record_id, label, reason)
    select ${tenant.accountId}, ${runId}, outcome, "recordType", "recordId", label, reason
    from json_to_recordset(${JSON.stringify(written)}::json) as row (outcome text, "recordType" text, "recordId" bigint, label text,
      reason jsonb) returning 1`.execute(tenant.db);
}

/** Ends a run, with one sentence about its outcome. */
export async function finishRun(
  tenant: Tenant,
  runId: number,
  state: 'done' | 'failed' | 'cancelled',
  sentence: RunSentence,
): Promise<void> {
  await sql`update runs set state = ${state}, sentence = ${JSON.stringify(bounded(sentence))}::jsonb, finished_at = now(),
    touched_at = now()
    where ${inAccount(tenant)} and id = ${runId} and state = 'running'`.execute(tenant.db);
  notify(tenant, 'runs', [runId]);
  notify(tenant, `run:${runId}`, [runId]);
}

const interrupted: RunSentence = { code: 'interrupted' };

/** Ends syncs without progress for ten minutes: their worker died between two pages, and a later read continued without the run. */
export async function endForgotten(tenant: Tenant): Promise<void> {
  const { rows } = await sql<Columns<'runs', 'id'>>`
    update runs set state = 'failed', sentence = ${JSON.stringify(interrupted)}::jsonb, finished_at = now()
    where ${inAccount(tenant)} and kind = 'sync' and state = 'running' and touched_at < now() - interval '10 minutes' returning id`.execute(
    tenant.db,
  );
  if (rows.length > 0)
    notify(
      tenant,
      'runs',
      rows.map(({ id }) => id),
    );
}
