import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import { lockOf } from '../../../../platform/locks.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { NounName } from '../../../base/nouns.ts';
import { readTargets } from '../working/targets.ts';
import { confirmRun, type Nouns, type Starter } from './decide.ts';
import { isOpen } from './queries.ts';

/** Why a person has to look at what an agent wants to do. */
export const reasonsToWait = ['goods_may_leave', 'above_what_agents_may'] as const;
export type ReasonToWait = (typeof reasonsToWait)[number];

/**
 * Starts what this key prepared without a person: as much as the account lets agents change, and nothing by which goods may leave.
 * Returns why it waits for a person; null where it is started, or was decided about before. @throws Refusal 403, 409
 */
export async function startAlone(
  tenant: Tenant,
  nouns: Nouns,
  { keyId, ...session }: Starter & { keyId: number },
  runId: number,
): Promise<ReasonToWait | null> {
  await lockAlone(tenant);
  const { rows } = await sql<Columns<'runs', 'action'> & { entity: NounName; terms: object | null }>`
    select action, entity, terms from runs
    where ${inAccount(tenant)} and id = ${runId} and proposed_key_id = ${keyId} and ${isOpen}`.execute(tenant.db);
  const [run] = rows;
  if (!run) return null;
  const noun = nouns[run.entity].bulk;
  const verb = noun?.verbs[run.action ?? ''];
  if (!noun || !verb?.letsGo || verb.sendsGoods || verb.sendsLater?.(run.terms ?? {})) return 'goods_may_leave';
  const ids = await readTargets(tenant, runId);
  if (!(await mayChangeAlone(tenant, ids.length))) return 'above_what_agents_may';
  await noun.lock(tenant, ids);
  if ((await verb.letsGo(tenant, ids, true)).size > 0) return 'goods_may_leave';
  await confirmRun(tenant, nouns, session, runId);
  await letNothingLeave(tenant, runId);
  return null;
}

/** One at a time of an account, before anything else is locked: two at once do not both find the last place free. */
export const lockAlone = (tenant: Tenant): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(${lockOf('proposals', tenant.accountId)})`.execute(tenant.db);

/** Whether agents may change so many more records of the account today without a person. */
export async function mayChangeAlone(tenant: Tenant, records: number): Promise<boolean> {
  const { rows } = await sql<{ room: number }>`
    select agents_alone - (
      select coalesce(sum(total - skipped), 0) from runs where ${inAccount(tenant)} and proposed_key_id is not null and nothing_leaves
        and started_at > now() - interval '24 hours')::int as room
    from accounts where id = ${tenant.accountId}`.execute(tenant.db);
  return records <= (rows[0]?.room ?? 0);
}

/** Marks what nobody who may release orders has looked at. `by`: the agent that did it. */
export async function letNothingLeave(tenant: Tenant, runId: number, by?: { keyId: number; name: string }): Promise<void> {
  await sql`
    update runs set nothing_leaves = true, proposed_key_id = coalesce(${by?.keyId ?? null}, proposed_key_id),
      proposed_by = coalesce(${by?.name ?? null}, proposed_by)
    where ${inAccount(tenant)} and id = ${runId}`.execute(tenant.db);
}
