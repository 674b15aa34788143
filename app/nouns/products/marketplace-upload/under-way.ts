import { sql } from 'kysely';
import type { Reason } from '../../../../connectors/contract.ts';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { claimTargets, nextTarget } from '../../../shared/runs/working/targets.ts';
import type { ProfileOutcome } from './upload.ts';

/** Profiles in which a product is due: all with one ticket of one connection, or all that it is to be sent to. */
export type Due = Columns<'uploads_under_way', 'product_id' | 'ticket'> & { profiles: string[]; attempts: number; overdue: boolean };

/** For so long a channel may leave open what becomes of a product. */
const unsettledHours = 24;

/** What is due next of a run; none while all that was taken waits for its time. */
export async function nextDue(tenant: Tenant, runId: number): Promise<Due | undefined> {
  const { rows } = await sql<Due>`
    select product_id, ticket, array_agg(profile order by profile) as profiles, max(attempts) as attempts,
      coalesce(min(taken_at) < now() - make_interval(hours => ${unsettledHours}), false) as overdue
    from uploads_under_way where ${inAccount(tenant)} and run_id = ${runId} and due_at <= now()
    group by product_id, ticket, case when ticket is not null then split_part(profile, '-', 1) end
    order by min(due_at), product_id limit 1`.execute(tenant.db);
  return rows[0];
}

/** Takes the next product off the run, to be sent to these profiles at once. False when all were. */
export async function beginNext(tenant: Tenant, runId: number, profiles: readonly string[]): Promise<boolean> {
  const id = await nextTarget(tenant, runId);
  if (id === null) return false;
  await claimTargets(tenant, runId, 1);
  await sql`
    insert into uploads_under_way (account_id, run_id, product_id, profile)
    select ${tenant.accountId}, ${runId}, ${id}, profile from unnest(${[...new Set(profiles)]}::text[]) as profile
    returning 1`.execute(tenant.db);
  return true;
}

/** When the first that waits is due; null where none does. */
export async function nextTime(tenant: Tenant, runId: number): Promise<Date | null> {
  const { rows } = await sql<Columns<'uploads_under_way', 'due_at'>>`
    select min(due_at) as due_at from uploads_under_way where ${inAccount(tenant)} and run_id = ${runId}`.execute(tenant.db);
  return rows[0]?.due_at ?? null;
}

type Written = { profile: string; name: string; ticket: string | null; due: Date | null; reason: Reason | null; tries: number };

/**
 * Writes what became of a product in some profiles. One that failed in passing is sent again, in those profiles alone; `again`: whether it
 * may be. One whose outcome is missing is asked for, or sent, as before.
 */
export async function writeOutcomes(
  tenant: Tenant,
  { runId, productId }: { runId: number; productId: number },
  outcomes: readonly ProfileOutcome[],
  again: boolean,
): Promise<void> {
  const written = outcomes.map((outcome) => writtenOf(outcome, again));
  await sql`
    insert into uploads_under_way as u (account_id, run_id, product_id, profile, name, ticket, due_at, refused, attempts, taken_at)
    select ${tenant.accountId}, ${runId}, ${productId}, profile, name, ticket, due, reason, tries,
      case when ticket is not null then now() end
    from json_to_recordset(${JSON.stringify(written)}::json)
      as row (profile text, name text, ticket text, due timestamptz, reason jsonb, tries int)
    on conflict (account_id, run_id, product_id, profile) do update set
      name = case when excluded.name = '' then u.name else excluded.name end, ticket = excluded.ticket, due_at = excluded.due_at,
      refused = excluded.refused, attempts = u.attempts + excluded.attempts,
      taken_at = coalesce(u.taken_at, excluded.taken_at)`.execute(tenant.db);
}

/** Only what was sent counts as an attempt. */
function writtenOf({ profile, name, failure, pending, isPutOff }: ProfileOutcome, again: boolean): Written {
  const row = { profile, name, ticket: null, due: null, reason: null, tries: isPutOff ? 0 : 1 };
  if (pending) return { ...row, ticket: pending.ticket, due: within(pending.at), tries: 0 };
  if (!failure) return row;
  return { ...row, due: failure.kind === 'retry' && again ? within(failure.at) : null, reason: failure.reason };
}

/** Whatever the other side says, it is asked neither without a pause nor hardly ever. */
const [soonestMs, latestMs] = [2_000, 3_600_000];
const within = (at: Date) => new Date(Math.min(Math.max(at.getTime(), Date.now() + soonestMs), Date.now() + latestMs));

/** A product in the profiles of a run, as it is by now. */
export type Standing = Columns<'uploads_under_way', 'profile' | 'name' | 'ticket' | 'due_at'> & { refused: Reason | null };

export async function standingOf(tenant: Tenant, runId: number, productId: number): Promise<Standing[]> {
  const { rows } = await sql<Standing>`
    select profile, name, ticket, due_at, refused from uploads_under_way
    where ${inAccount(tenant)} and run_id = ${runId} and product_id = ${productId} order by profile`.execute(tenant.db);
  return rows;
}

export const forget = (tenant: Tenant, runId: number, productId: number) =>
  sql`delete from uploads_under_way where ${inAccount(tenant)} and run_id = ${runId} and product_id = ${productId}`.execute(tenant.db);
