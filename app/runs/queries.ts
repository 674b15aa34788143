import { type Nullable, sql } from 'kysely';
import type { Columns } from '../../platform/columns.ts';
import type { Tenant } from '../../platform/tenant.ts';
import type { Outcome, Run } from './contract.ts';

export type RunFilter = { before?: number | undefined; ids?: number[] | undefined; connectionId?: number | undefined };

type RunRow = Columns<
  'runs',
  'id' | 'kind' | 'subject' | 'total' | 'done' | 'skipped' | 'failed' | 'sentence' | 'started_at' | 'finished_at'
> &
  Pick<Run, 'state' | 'connection_name' | 'slug' | 'requested_by' | 'undoable'>;

/** The newest runs that were started, older than `before` when given; one more than shown, to tell whether there are more. */
export async function listRuns(tenant: Tenant, { before, ids, connectionId }: RunFilter, most = 50): Promise<Run[]> {
  const { rows } = await sql<RunRow>`
    select r.id, r.kind, r.subject, c.name as connection_name, c.slug, r.state, r.total, r.done, r.skipped, r.failed, r.sentence, u.name as requested_by, r.started_at, r.finished_at,
      coalesce(r.action in ('hold', 'archive', 'delete') and r.state <> 'running' and r.done > 0 and r.undone_at is null and r.started_at > now() - interval '30 days', false) as undoable
    from runs r left join connections c on c.account_id = r.account_id and c.id = r.connection_id left join users u on u.id = r.requested_by
    where r.account_id = ${tenant.accountId} and r.state <> 'prepared' and (${before ?? null}::bigint is null or r.id < ${before ?? null}) and (${ids ?? null}::bigint[] is null or r.id = any(${ids ?? null}))
      and (${connectionId ?? null}::bigint is null or r.connection_id = ${connectionId ?? null})
    order by r.id desc limit ${most}`.execute(tenant.db);
  return rows;
}

const urgency = (row: string) => sql`case ${sql.ref(`${row}.outcome`)} when 'failed' then 0 when 'skipped' then 1 else 2 end`;

/** The rows of a run: what failed, then what was skipped, then what was done; `after` such a row. An unreadable record comes with its payload. */
export async function listOutcomes(tenant: Tenant, runId: number, after = 0): Promise<Outcome[]> {
  const { rows } = await sql<
    Columns<'run_outcomes', 'id' | 'outcome' | 'record_type' | 'record_id' | 'label' | 'reason'> &
      Nullable<Columns<'unreadable_records', 'raw'>>
  >`
    select o.id, o.outcome, o.record_type, o.record_id, o.label, o.reason, u.raw
    from run_outcomes o left join unreadable_records u on u.account_id = o.account_id and o.record_type = 'unreadable_record' and u.id = o.record_id
    where o.account_id = ${tenant.accountId} and o.run_id = ${runId} 
      and (${after} = 0 or (${urgency('o')}, o.id) > (
        select ${urgency('a')}, a.id from run_outcomes a where a.account_id = o.account_id and a.run_id = o.run_id and a.id = ${after}))
    order by ${urgency('o')}, o.id limit 200`.execute(tenant.db);
  return rows;
}
