import { sql } from 'kysely';
import type { Column, Columns } from '../../../../platform/columns.ts';
import type { Reply } from '../../../../platform/endpoint.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { readStop } from '../../../base/installation/by-hand.ts';
import { readFlows, sumFlows } from '../../../shared/connections/home/flow.ts';
import { listConnections } from '../../../shared/connections/queries.ts';
import { issueTypes } from '../../../shared/issues/issue.ts';
import { handled, runTitle } from '../../../shared/runs/run.ts';
import { wordSubject } from '../../../shared/runs/words/subjects.ts';
import { missing } from '../commands.ts';
import { readCalls } from './calls.ts';
import type { AccountStatus, accountStatusCall } from './contract.ts';
import { slowReasons } from './reasons.ts';
import { readStorage } from './storage.ts';

/** How this tenant's account does. Reads tallies, what is due, and at most 1,000 calls of each connection. @throws Refusal 404 */
export async function readStatus(tenant: Tenant): Promise<Reply<typeof accountStatusCall>> {
  const [account, stop, flows, connections, calls, underWay, issues, storage] = await Promise.all([
    readAccount(tenant),
    readStop(tenant),
    readFlows(tenant),
    listConnections(tenant),
    readCalls(tenant),
    listRunning(tenant),
    countIssueTypes(tenant),
    readStorage(tenant),
  ]);
  const status: AccountStatus = {
    ...account,
    stopped: stop?.reason ?? null,
    flow: sumFlows(flows.values()),
    connections: connections.map(({ id, slug, name, health, health_sentence, last_ok_at, waiting, behind_minutes, streams }) => ({
      ...{ slug, name, health, health_sentence, last_ok_at, waiting, behind_minutes },
      overdue: overdueMost(streams),
      calls: calls.get(id) ?? { made: 0, failed: 0, limited: 0, medianMs: 0 },
    })),
    ...{ underWay, issues, storage },
  };
  return { ...status, reasons: slowReasons(status) };
}

async function readAccount({ db, accountId }: Tenant): Promise<Columns<'accounts', 'name' | 'suspended_at'>> {
  const { rows } = await sql<Columns<'accounts', 'name' | 'suspended_at'>>`
    select name, suspended_at from accounts where id = ${accountId}`.execute(db);
  if (!rows[0]) throw missing();
  return rows[0];
}

function overdueMost(streams: readonly { stream: string; due_at: string }[]): { stream: string; minutes: number } | null {
  const late = streams.map(({ stream, due_at }) => ({ stream, minutes: Math.floor((Date.now() - Date.parse(due_at)) / 60_000) }));
  return late.filter(({ minutes }) => minutes > 0).sort((a, b) => b.minutes - a.minutes)[0] ?? null;
}

type Running = Columns<'runs', 'id' | 'kind' | 'subject' | 'done' | 'skipped' | 'failed' | 'total' | 'started_at'> & {
  connection_name: Column<'connections', 'name'> | null;
};

async function listRunning(tenant: Tenant): Promise<AccountStatus['underWay']> {
  const { rows } = await sql<Running>`
    select r.id, r.kind, r.subject, r.done, r.skipped, r.failed, r.total, r.started_at, c.name as connection_name
    from (select * from runs where ${inAccount(tenant)} order by id desc limit 1000) r
    left join connections c on ${inAccount(tenant, 'c')} and c.id = r.connection_id
    where r.state = 'running' order by r.id desc limit 10`.execute(tenant.db);
  return rows.map((run) => ({
    id: run.id,
    title: runTitle({ ...run, subject: wordSubject(run.subject) }),
    handled: handled(run),
    total: run.total,
    started_at: run.started_at,
  }));
}

async function countIssueTypes(tenant: Tenant): Promise<AccountStatus['issues']> {
  const { rows } = await sql<AccountStatus['issues'][number]>`
    select type, sum(n)::int as n from issue_tallies where ${inAccount(tenant)} and type = any(${issueTypes}::text[])
    group by type having sum(n) > 0 order by 2 desc, 1`.execute(tenant.db);
  return rows;
}
