import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { type AccountStatus, mostCalls } from './contract.ts';

type Calls = AccountStatus['connections'][number]['calls'];

/** The calls of the last hour by connection; one that made none is left out. */
export async function readCalls(tenant: Tenant): Promise<Map<number, Calls>> {
  const { rows } = await sql<Columns<'connections', 'id'> & Calls>`
    select c.id, count(*)::int as made, count(*) filter (where e.outcome <> 'ok')::int as failed,
      count(*) filter (where e.status = 429)::int as limited,
      percentile_disc(0.5) within group (order by e.took_ms)::int as "medianMs"
    from connections c cross join lateral (
      select at, outcome, status, took_ms from exchanges e
      where ${inAccount(tenant, 'e')} and e.connection_id = c.id order by e.id desc limit ${sql.lit(mostCalls)}) e
    where ${inAccount(tenant, 'c')} and c.disconnected_at is null and e.at > now() - interval '1 hour' group by c.id`.execute(tenant.db);
  return new Map(rows.map(({ id, ...calls }) => [id, calls]));
}
