import { sql } from 'kysely';
import type { Tenant } from './tenant.ts';

/** A job is a name and a payload that carries its account. `key` replaces a waiting job of the same key; `queue` runs one at a time. */
export type Job = { name: string; payload: { accountId: number } & Record<string, unknown>; queue?: string; key?: string; runAt?: Date };

/** Adds jobs inside this transaction: they exist when it commits, and only then. */
export async function enqueue(tenant: Pick<Tenant, 'db'>, jobs: Job[]): Promise<void> {
  if (jobs.length === 0) return;
  const column = <T>(pick: (job: Job) => T) => jobs.map(pick);
  await sql`select enqueue_jobs(
    ${column((job) => job.name)}::text[], ${column((job) => JSON.stringify(job.payload))}::json[], ${column((job) => job.queue ?? null)}::text[],
    ${column((job) => job.key ?? null)}::text[], ${column((job) => job.runAt ?? null)}::timestamptz[])`.execute(tenant.db);
}
