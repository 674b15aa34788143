import { sql } from 'kysely';
import type { Tenant } from '../../../platform/tenant.ts';

/**
 * Each statement touches some thousand rows of a table that may have millions, of which the planner knows nothing yet; what it notes of
 * them stays in memory.
 */
export async function keepToIndexes({ db }: Tenant): Promise<void> {
  await sql`select ${joins('off')}, set_config('work_mem', '32MB', true)`.execute(db);
}

/** Does what is done elsewhere too, a few hundred records at a time, and is planned there as everything is. */
export async function planAsElsewhere({ db }: Tenant, work: () => Promise<void>): Promise<void> {
  await sql`select ${joins('on')}`.execute(db);
  await work();
  await sql`select ${joins('off')}`.execute(db);
}

const joins = (to: 'on' | 'off') =>
  sql.join(['hashjoin', 'mergejoin', 'seqscan', 'bitmapscan'].map((plan) => sql`set_config(${`enable_${plan}`}, ${to}, true)`));
