import { sql } from 'kysely';
import type { Columns } from '../../../platform/columns.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import type { IssueSentence } from '../../shared/issues/issue.ts';
import { advanceRun, type RowOutcome } from '../../shared/runs/commands.ts';
import type { RunSentence } from '../../shared/runs/words/sentences.ts';

type Counts = { adopted: number; parcels: number; announced: number; issues: number; waiting: number };

/** Stores what a comparison found with its run, and returns it as a sentence. `since`: until when the database knew what was sent. */
export async function storeReport(tenant: Tenant, runId: number, since: string, unmailed: number): Promise<RunSentence> {
  const { adopted, parcels, announced, issues, waiting } = await count(tenant, since);
  await advanceRun(tenant, runId, { done: adopted + announced, failed: issues }, await rowsOf(tenant, since));
  return { code: 'compared', adopted, announced, parcels, waiting, unmailed, issues };
}

async function count(tenant: Tenant, since: string): Promise<Counts> {
  const { rows } = await sql<Counts>`select
    (select count(*)::int from warehouse_orders where ${inAccount(tenant)} and accepted_at >= ${since}::timestamptz) as adopted,
    (select count(*)::int from shipments where ${inAccount(tenant)} and created_at >= ${since}::timestamptz) as parcels,
    (select count(*)::int from asns where ${inAccount(tenant)} and accepted_at >= ${since}::timestamptz) as announced,
    (select count(*)::int from issues where ${inAccount(tenant)} and opened_at >= ${since}::timestamptz and closed_at is null) as issues,
    (select count(*)::int from outbox where ${inAccount(tenant)} and state = 'waiting' and kind not in ('stock', 'acknowledge'))
      as waiting`.execute(tenant.db);
  return rows[0] as Counts;
}

/** A person looks through few of them; all of them are in the list of orders. */
const mostRows = 500;

async function rowsOf(tenant: Tenant, since: string): Promise<RowOutcome[]> {
  const { rows } = await sql<Columns<'orders', 'id' | 'order_number'> & { issue: IssueSentence | null }>`
    select o.id, o.order_number, (select i.sentence from issues i where ${inAccount(tenant, 'i')} and i.order_id = o.id
      and i.closed_at is null
      and i.opened_at >= ${since}::timestamptz order by i.id limit 1) as issue
    from orders o left join warehouse_orders w on ${inAccount(tenant, 'w')} and w.id = o.warehouse_order_id
    where ${inAccount(tenant, 'o')} and (w.accepted_at >= ${since}::timestamptz or exists (select from issues i
      where ${inAccount(tenant, 'i')}
      and i.order_id = o.id and i.closed_at is null and i.opened_at >= ${since}::timestamptz))
    order by 3 nulls last, o.id limit ${mostRows}`.execute(tenant.db);
  return rows.map(({ id, order_number, issue }) => ({
    ...{
      outcome: issue === null ? 'done' : 'failed',
      recordType: 'order',
      recordId: id,
      label: order_number,
      reason: issue && { code: 'still_wrong', issue },
    },
  }));
}
