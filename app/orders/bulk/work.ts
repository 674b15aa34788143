import { sql } from 'kysely';
import type { Columns } from '../../../platform/columns.ts';
import { isPassing } from '../../../platform/db.ts';
import { type Actor, inTenant, type Tenant } from '../../../platform/tenant.ts';
import type { Engine } from '../../engine.ts';
import { advanceRun, finishRun, type RowOutcome } from '../../runs/commands.ts';
import { countedWords } from '../../ui/counted-words.ts';
import type { HoldTerms } from '../release/hold-terms.ts';
import { type BulkFacts, type BulkWork, skipReason } from './action.ts';
import { perform } from './perform.ts';
import { claimTargets } from './targets.ts';

const batch = 200;

type Row = BulkFacts & Columns<'orders', 'id' | 'order_number'>;
type Means = Pick<Engine, 'database' | 'log'>;
type Counts = { done: number; skipped: number; failed: number };

/**
 * Works through a bulk run's frozen set, one transaction a batch: after a stop it continues where it was. If one order makes a
 * batch fail, the batch is halved until that order is alone; it is recorded as failed and the others go on.
 */
export async function workBulk(
  { database, log }: Means,
  actor: Actor,
  runId: number,
  stop: AbortSignal,
  terms: HoldTerms = {},
): Promise<void> {
  for (let size = batch, more = true; more; ) {
    try {
      more = await inTenant(database, actor, (tenant) => workBatch(tenant, runId, size, terms));
      size = Math.min(batch, size * 4);
    } catch (error) {
      if (isPassing(error)) throw error;
      if (size === 1) {
        log.error({ error, runId, ...actor }, 'bulk action not done with an order');
        if (!(await inTenant(database, actor, (tenant) => giveUpNext(tenant, runId)))) throw error;
      }
      size = Math.ceil(size / 8);
    }
    // Fail on purpose, so that the queue gives the job to another worker.
    if (more && stop.aborted) throw new Error('This worker stops; another goes on with the run.');
  }
}

async function workBatch(tenant: Tenant, runId: number, size: number, terms: HoldTerms): Promise<boolean> {
  const run = await tenant.db
    .selectFrom('runs')
    .select(['action', 'state', 'done', 'skipped', 'failed'])
    .where('account_id', '=', tenant.accountId)
    .where('id', '=', runId)
    .executeTakeFirst();
  if (run?.state !== 'running') return false;
  const work = run.action as BulkWork;
  const rows = await takeBatch(tenant, runId, size);
  if (!rows) {
    await finishRun(tenant, runId, 'done', summary(run));
    return false;
  }
  const reasons = new Map(rows.map((row) => [row.id, skipReason(work, row)]));
  const chosen = rows.filter(({ id }) => reasons.get(id) === undefined).map(({ id }) => id);
  const skipped = await perform(tenant, work, chosen, terms);
  const outcomes = rows.map((row) => {
    const reason = reasons.get(row.id) ?? skipped.get(row.id);
    return outcomeOf(row, reason === undefined ? 'done' : 'skipped', reason);
  });
  const done = outcomes.filter(({ outcome }) => outcome === 'done').length;
  await advanceRun(tenant, runId, { done, skipped: outcomes.length - done }, outcomes);
  return true;
}

/** Records the next order as failed. Returns whether there was one. */
async function giveUpNext(tenant: Tenant, runId: number): Promise<boolean> {
  const [row] = (await takeBatch(tenant, runId, 1)) ?? [];
  if (!row) return false;
  await advanceRun(tenant, runId, { failed: 1 }, [outcomeOf(row, 'failed', 'There was an error processing it. It is as it was before.')]);
  return true;
}

function outcomeOf({ id, order_number }: Row, outcome: RowOutcome['outcome'], reason: string | undefined): RowOutcome {
  return { outcome, recordType: 'order', recordId: id, label: order_number, reason: reason ?? null };
}

async function takeBatch(tenant: Tenant, runId: number, size: number): Promise<Row[] | null> {
  const ids = await claimTargets(tenant, runId, size);
  if (ids.length === 0) return null;
  const { rows } = await sql<Row>`
    select o.id, o.order_number, o.order_status, o.in_amware, o.on_hold, o.archived_at is not null as archived,
      o.deleted_at is not null as deleted, o.open_issues,
      exists (select from outbox x where x.account_id = o.account_id and x.warehouse_order_id = o.warehouse_order_id and x.kind = 'submit' and x.state = 'sending') as being_sent
    from orders o where o.account_id = ${tenant.accountId} and o.id = any(${ids}::bigint[])
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
