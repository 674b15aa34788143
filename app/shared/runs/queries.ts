import { type Nullable, type RawBuilder, sql } from 'kysely';
import type { Columns } from '../../../platform/columns.ts';
import { inAccount } from '../../../platform/in-account.ts';
import { codeOf } from '../../../platform/sentences.ts';
import type { Role } from '../../../platform/signed-in.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { withKey } from '../../base/changes/who-of.ts';
import { type NounName, whoMayChange } from '../../base/nouns.ts';
import { mayDo } from '../../people/accounts/people/permissions.ts';
import type { FileOfRun, Outcome, Run, RunFilter } from './contract.ts';
import { wordOutcome } from './outcome-sentences.ts';
import { wordRun } from './words/sentences.ts';
import { wordSubject } from './words/subjects.ts';

export type RunQuery = Partial<RunFilter> & {
  before?: number | undefined;
  ids?: number[] | undefined;
  connectionId?: number | undefined;
  /** Who looks: what they may not undo is not `undoable`. */
  role?: Role | undefined;
};

type RunRow = Columns<
  'runs',
  'id' | 'kind' | 'subject' | 'total' | 'done' | 'skipped' | 'failed' | 'sentence' | 'started_at' | 'finished_at'
> &
  Pick<Run, 'state' | 'connection_name' | 'slug' | 'requested_by' | 'undoable' | 'undone'> & { entity: NounName | null };

/** An agent that started one by itself stands beside whoever made its key. */
const startedBy = withKey(sql`u.name`, sql`case when r.nothing_leaves then r.proposed_by end`);

/** The newest runs that were started, older than `before` when given; one more than shown, to tell whether there are more. */
export async function listRuns(tenant: Tenant, { before, ids, connectionId, role, ...filter }: RunQuery, most = 50): Promise<Run[]> {
  const { rows } = await sql<RunRow>`
    select r.id, r.kind, r.subject, c.name as connection_name, c.slug, r.state, r.total, r.done, r.skipped, r.failed, r.sentence,
      ${startedBy} as requested_by, r.started_at, r.finished_at, r.entity,
      (${canBeTakenBack(tenant)}) or (r.change_group_id is not null and exists (${editInForce(tenant)})) as undoable,
      ${isUndone(tenant)} as undone
    from runs r left join connections c on ${inAccount(tenant, 'c')} and c.id = r.connection_id left join users u on u.id = r.requested_by
    where ${inAccount(tenant, 'r')} and r.state <> 'prepared' and (${before ?? null}::bigint is null or r.id < ${before ?? null})
      and (${ids ?? null}::bigint[] is null or r.id = any(${ids ?? null}))
      and (${connectionId ?? null}::bigint is null or r.connection_id = ${connectionId ?? null}) and ${filtered(tenant, filter)}
    order by r.id desc limit ${most}`.execute(tenant.db);
  const mayUndo = (entity: NounName | null) => !role || !entity || mayDo(role, whoMayChange(entity));
  return rows.map(({ entity, ...row }) => ({
    ...row,
    subject: wordSubject(row.subject),
    undoable: row.undoable && mayUndo(entity),
    undone_in_part: !row.undone && codeOf(row.sentence) === 'undone_in_part',
    sentence: sentenceOf(row),
  }));
}

/** Of what was undone in part the rest may be undone by now, each record by itself: then nothing stands that it could tell of. */
function sentenceOf({ sentence, undone }: Pick<RunRow, 'sentence' | 'undone'>): string | null {
  if (sentence === null) return null;
  return wordRun(undone && codeOf(sentence) === 'undone_in_part' ? { ...(sentence as object), code: 'worked' } : sentence);
}

/** The file that a run checked, applied or took back, as its import has it; undefined of other runs, and once the import is deleted. */
export async function fileOfRun(tenant: Tenant, runId: number): Promise<FileOfRun | undefined> {
  const { rows } = await sql<FileOfRun>`
    select i.id, i.file_name,
      case when i.discarded_at is null and i.state in ('checked', 'applied', 'undone') then i.wrong else 0 end as wrong_rows
    from runs r join imports i on ${inAccount(tenant, 'i')} and i.id = (r.terms ->> 'importId')::bigint
    where ${inAccount(tenant, 'r')} and r.id = ${runId} and r.kind = 'import'`.execute(tenant.db);
  return rows[0];
}

/** As the index run_outcomes_by_urgency has it. */
const urgency = (row: string) =>
  sql`case ${sql.ref(`${row}.outcome`)} when 'failed' then 0 when 'waiting' then 1 when 'skipped' then 2 else 3 end`;

/** Whether the change `c` was not undone. */
export const hasNoUndo = (tenant: Tenant) =>
  sql`not exists (select from changes undo where ${inAccount(tenant, 'undo')} and undo.undoes = c.id)`;

/** Whether all that the run `r` changed was undone, as the ledger says: of many records, one may have been undone alone. */
const changesAreUndone = (tenant: Tenant) => sql`r.change_group_id is not null and exists (
  select from changes c where ${inAccount(tenant, 'c')} and c.group_id = r.change_group_id) and not exists (
  select from changes c where ${inAccount(tenant, 'c')} and c.group_id = r.change_group_id and ${hasNoUndo(tenant)})`;

/** Whether the run `r` did something that can be taken back, and nobody has. */
export const canBeTakenBack = (tenant: Tenant) => sql`r.undoable and r.state <> 'running' and r.done > 0 and r.undone_at is null
  and r.started_at > now() - interval '30 days' and not (${changesAreUndone(tenant)})`;

/** An order that is still here can be as it was before its edit. */
const editInForce = (tenant: Tenant) => sql`
  select from changes c join orders o on ${inAccount(tenant, 'o')} and o.id = c.record_id and o.in_amware = 0 and o.deleted_at is null
  where ${inAccount(tenant, 'c')} and c.group_id = r.change_group_id and r.action = 'edit' and c.noun = 'order'
    and ${hasNoUndo(tenant)}`;

/** While another run takes it back it is not undone, nor where that one has left a part of it as it is. */
const isUndone = (tenant: Tenant) => sql`(coalesce(r.undone_at < 'infinity', false)
  and r.sentence ->> 'code' is distinct from 'undone_in_part' or ${changesAreUndone(tenant)})`;

const byPeople = sql`r.requested_by is not null and r.kind <> 'sync'`;

/** The condition of the activity list's filters on the runs `r`. */
function filtered({ accountId }: Tenant, { tab, who, kind, outcome, start_at, end_at }: Partial<RunFilter>): RawBuilder<unknown> {
  const midnight = (day: string, days: number) =>
    sql`(${day}::date + ${days}::int)::timestamp at time zone (select timezone from accounts where id = ${accountId})`;
  const parts: RawBuilder<unknown>[] = [sql`true`];
  if (tab) parts.push(tab === 'people' ? byPeople : sql`not (${byPeople})`);
  if (who) parts.push(sql`r.requested_by = ${who}`);
  if (kind) parts.push(sql`r.kind = ${kind}`);
  if (outcome === 'failed') parts.push(sql`(r.state = 'failed' or r.failed > 0)`);
  else if (outcome) parts.push(outcome === 'done' ? sql`r.state = 'done' and r.failed = 0` : sql`r.state = ${outcome}`);
  if (start_at) parts.push(sql`r.started_at >= ${midnight(start_at, 0)}`);
  if (end_at) parts.push(sql`r.started_at < ${midnight(end_at, 1)}`);
  return sql.join(parts, sql` and `);
}

/** Who may have started a run: the people of the account. */
export async function listStarters(tenant: Tenant): Promise<Columns<'users', 'id' | 'name'>[]> {
  const { rows } = await sql<Columns<'users', 'id' | 'name'>>`
    select u.id, u.name from members m join users u on u.id = m.user_id where ${inAccount(tenant, 'm')} order by lower(u.name)
      limit 200`.execute(tenant.db);
  return rows;
}

/**
 * The rows of a run: what failed, then what waits, then what was skipped, then what was done; `after` such a row. An unreadable record
 * comes with its payload.
 */
export async function listOutcomes(tenant: Tenant, runId: number, after = 0): Promise<Outcome[]> {
  return (await readOutcomes(tenant, runId, after)).map(({ code: _, ...row }) => row);
}

type OutcomeRow = Columns<'run_outcomes', 'id' | 'outcome' | 'record_type' | 'record_id' | 'label' | 'reason'> &
  Nullable<Columns<'unreadable_records', 'raw'>> &
  Columns<'accounts', 'date_style'>;

/** The same, each with the code of its reason: `listOutcomes` is for people, who see all that it says. */
export async function readOutcomes(tenant: Tenant, runId: number, after = 0): Promise<(Outcome & { code: string | null })[]> {
  return (await pageOfOutcomes(tenant, runId, after)).map(({ date_style, reason, label, ...row }) => ({
    ...{ ...row, label: label || 'without an id' },
    ...{ code: (reason as { code?: string } | null)?.code ?? null, reason: reason === null ? null : wordOutcome(reason, date_style) },
  }));
}

const outcomesOfPage = 200;

/** Read from its place on in the index, whose order it has: a run may have a million. */
async function pageOfOutcomes(tenant: Tenant, runId: number, after: number): Promise<OutcomeRow[]> {
  const place = sql`select ${urgency('a')}, a.id from run_outcomes a
    where ${inAccount(tenant, 'a')} and a.run_id = ${runId} and a.id = ${after}`;
  const { rows } = await sql<OutcomeRow>`
    select o.id, o.outcome, o.record_type, o.record_id, o.label, o.reason, u.raw, (select date_style from accounts
      where id = ${tenant.accountId}) as date_style
    from run_outcomes o left join unreadable_records u on ${inAccount(tenant, 'u')} and o.record_type = 'unreadable_record'
      and u.id = o.record_id
    where ${inAccount(tenant, 'o')} and o.run_id = ${runId} and ${after === 0 ? sql`true` : sql`(${urgency('o')}, o.id) > (${place})`}
    order by ${urgency('o')}, o.id limit ${sql.lit(outcomesOfPage)}`.execute(tenant.db);
  return rows;
}

/** Whether a person's read of this stream is under way. */
export async function isRunning(tenant: Tenant, { connectionId, stream }: { connectionId: number; stream: string }): Promise<boolean> {
  const { rows } = await sql<{ running: boolean }>`
    select exists (select from runs where ${inAccount(tenant)} and connection_id = ${connectionId} and subject ->> 'stream' = ${stream}
      and kind = 'sync'
      and state = 'running' and requested_by is not null and touched_at > now() - interval '2 minutes') as running`.execute(tenant.db);
  return rows[0]?.running ?? false;
}

/** Whether a run is neither finished nor cancelled. */
export async function isGoingOn(tenant: Tenant, runId: number): Promise<boolean> {
  const { rows } = await sql<{ running: boolean }>`
    select exists (select from runs where ${inAccount(tenant)} and id = ${runId} and state = 'running') as running`.execute(tenant.db);
  return rows[0]?.running ?? false;
}
