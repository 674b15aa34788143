import { sql } from 'kysely';
import type { Database } from '../../../platform/db.ts';
import { type Actor, inTenant, type Tenant } from '../../../platform/tenant.ts';
import { advanceRun, finishRun, type RowOutcome } from '../../runs/commands.ts';
import { countedWords } from '../words.ts';
import { type BulkAction, type BulkFacts, skipReason } from './action.ts';
import { perform } from './perform.ts';

const batch = 200;

type Row = BulkFacts & { id: number; order_number: string };
type Counts = { done: number; skipped: number; failed: number };

/** Works through a bulk run's frozen set, a batch a transaction: stopped anywhere, it goes on where it was. */
export async function workBulk(database: Database, actor: Actor, runId: number, stop: AbortSignal): Promise<void> {
  for (;;) {
    const more = await inTenant(database, actor, (tenant) => workBatch(tenant, runId));
    if (!more) return;
    // The job fails on purpose, so that the queue gives it to a worker that stays.
    if (stop.aborted) throw new Error('This worker stops; another goes on with the run.');
  }
}

async function workBatch(tenant: Tenant, runId: number): Promise<boolean> {
  const run = await tenant.db
    .selectFrom('runs')
    .select(['action', 'state', 'done', 'skipped', 'failed'])
    .where('account_id', '=', tenant.accountId)
    .where('id', '=', runId)
    .executeTakeFirst();
  if (run?.state !== 'running') return false;
  const action = run.action as BulkAction;
  const rows = await takeBatch(tenant, runId);
  if (rows.length === 0) {
    await finishRun(tenant, runId, 'done', summary(run));
    return false;
  }
  const reasons = new Map(rows.map((row) => [row.id, skipReason(action, row)]));
  const chosen = rows.filter(({ id }) => reasons.get(id) === undefined).map(({ id }) => id);
  const kept = await perform(tenant, action, chosen);
  const outcomes = rows.map((row): RowOutcome => {
    const reason = reasons.get(row.id) ?? kept.get(row.id);
    return {
      outcome: reason === undefined ? 'done' : 'skipped',
      recordType: 'order',
      recordId: row.id,
      label: row.order_number,
      reason: reason ?? null,
    };
  });
  const done = outcomes.filter(({ outcome }) => outcome === 'done').length;
  await advanceRun(tenant, runId, { done, skipped: outcomes.length - done }, outcomes);
  return true;
}

async function takeBatch(tenant: Tenant, runId: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with taken as (
      update run_targets t set done_at = now() from (
        select record_id from run_targets where account_id = ${tenant.accountId} and run_id = ${runId} and done_at is null order by record_id limit ${batch} for update
      ) as next
      where t.account_id = ${tenant.accountId} and t.run_id = ${runId} and t.record_id = next.record_id returning t.record_id
    )
    select o.id, o.order_number, o.order_status, o.in_amware, o.on_hold, o.archived_at is not null as archived, o.open_issues,
      exists (select from outbox x where x.account_id = o.account_id and x.warehouse_order_id = o.warehouse_order_id and x.kind = 'submit' and x.state = 'sending') as being_sent
    from taken join orders o on o.account_id = ${tenant.accountId} and o.id = taken.record_id and o.deleted_at is null
    order by o.id for update of o`.execute(tenant.db);
  return rows;
}

function summary({ done, skipped, failed }: Counts): string {
  const parts = [
    `${countedWords(done, 'order')} done`,
    ...(skipped > 0 ? [`${skipped.toLocaleString('en-GB')} left as they were`] : []),
    ...(failed > 0 ? [`${failed.toLocaleString('en-GB')} failed`] : []),
  ];
  return `${parts.join(', ')}.`;
}
