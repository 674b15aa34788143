import { type RawBuilder, sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';

/** Fixes the records that a run works on: `matching` selects their `id`. Returns how many there are. */
export async function fixTargets(tenant: Tenant, runId: number, matching: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    with matching as materialized (${matching}),
    parts as (
      insert into run_targets (account_id, run_id, part, ids)
      select ${tenant.accountId}, ${runId}, part, array_agg(id)
      from (select id, (row_number() over () - 1) / 1000 as part from matching) as numbered group by part returning 1
    ),
    counted as (select count(*)::int as total from matching)
    update runs r set total = counted.total from counted where ${inAccount(tenant, 'r')} and r.id = ${runId}
      returning counted.total`.execute(tenant.db);
  return rows[0]?.total ?? 0;
}

/** Takes the next records of a run, at most `size`; none when it has worked on all. A rollback puts them back. */
export async function claimTargets(tenant: Tenant, runId: number, size: number): Promise<number[]> {
  const { rows } = await sql<Columns<'run_targets', 'ids'>>`
    with next as (
      select part, ids[taken + 1 : taken + ${size}] as ids, taken + ${size} >= cardinality(ids) as is_rest from run_targets
      where ${inAccount(tenant)} and run_id = ${runId} order by part limit 1 for update
    ),
    used_up as (
      delete from run_targets t using next where ${inAccount(tenant, 't')} and t.run_id = ${runId} and t.part = next.part and next.is_rest
    ),
    begun as (
      update run_targets t set taken = taken + ${size} from next
      where ${inAccount(tenant, 't')} and t.run_id = ${runId} and t.part = next.part and not next.is_rest
    )
    select ids from next`.execute(tenant.db);
  return rows[0]?.ids.map(Number) ?? [];
}

/** The next record of a run, which stays on it; null when it has worked on all. */
export async function nextTarget(tenant: Tenant, runId: number): Promise<number | null> {
  const { rows } = await sql<{ id: number | string | null }>`
    select ids[taken + 1] as id from run_targets where ${inAccount(tenant)} and run_id = ${runId} order by part limit 1`.execute(tenant.db);
  const id = rows[0]?.id ?? null;
  return id === null ? null : Number(id);
}

/** The records of a run on which it has still to work. */
export async function readTargets(tenant: Tenant, runId: number): Promise<number[]> {
  const { rows } = await sql<{ id: string }>`
    select unnest(ids[taken + 1 :])::text as id from run_targets where ${inAccount(tenant)} and run_id = ${runId}`.execute(tenant.db);
  return rows.map(({ id }) => Number(id));
}

/** Leaves a run only these of its records, on none of which it has worked. */
export async function keepTargets(tenant: Tenant, runId: number, ids: readonly number[]): Promise<void> {
  await dropTargets(tenant, runId);
  if (ids.length > 0) await fixRest(tenant, runId, ids);
}

const fixRest = (tenant: Tenant, runId: number, ids: readonly number[]) =>
  sql`insert into run_targets (account_id, run_id, part, ids) values (${tenant.accountId}, ${runId}, 0, ${[...ids]}::bigint[])`.execute(
    tenant.db,
  );

/** On how many records a run has still to work. */
export async function countTargets(tenant: Tenant, runId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(cardinality(ids) - taken), 0)::int as count from run_targets
    where ${inAccount(tenant)} and run_id = ${runId}`.execute(tenant.db);
  return rows[0]?.count ?? 0;
}

export const dropTargets = (tenant: Tenant, runId: number) =>
  sql`delete from run_targets where ${inAccount(tenant)} and run_id = ${runId}`.execute(tenant.db);
