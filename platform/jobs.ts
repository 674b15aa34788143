import { sql } from 'kysely';
import type { Tenant } from './tenant.ts';
import { originNow } from './work.ts';

/**
 * `key` replaces a waiting job of the same key, which then waits behind the others, unless it `keepsPlace`; jobs of one `queue` run one at
 * a time; `runAt` delays a job. `isUrgent`: before all others that are due, because a person waits to see it; such a job is short.
 */
export type JobOptions = { queue?: string; key?: string; keepsPlace?: boolean; runAt?: Date; isUrgent?: boolean };
/** A job: its name, and a payload that carries its account. */
export type AnyJob = JobOptions & { name: string; payload: { accountId: number } };

/** Adds jobs inside this transaction: they exist when it commits, and only then. Each keeps, as `origin`, what caused it: see work.ts. */
export async function addJobs(tenant: Pick<Tenant, 'db'>, jobs: AnyJob[]): Promise<void> {
  if (jobs.length === 0) return;
  const origin = originNow();
  const payload = (job: AnyJob) => JSON.stringify(origin ? { ...job.payload, origin } : job.payload);
  const column = <T>(pick: (job: AnyJob) => T) => jobs.map(pick);
  await sql`select enqueue_jobs(
    ${column((job) => job.name)}::text[], ${column(payload)}::json[],
    ${column((job) => job.queue ?? null)}::text[], ${column((job) => job.key ?? null)}::text[],
    ${column((job) => job.runAt ?? null)}::timestamptz[],
    ${column(({ isUrgent }) => (isUrgent ? urgent : 0))}::int[],
    ${column((job) => job.keepsPlace ?? false)}::boolean[])`.execute(tenant.db);
}

/** Graphile Worker's: the lowest first. */
const urgent = -10;
