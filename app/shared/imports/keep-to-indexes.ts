import { sql } from 'kysely';
import type { Tenant } from '../../../platform/tenant.ts';

/**
 * Each statement touches some thousand rows of a table that may have millions, of which the planner knows nothing yet; what it notes of
 * them stays in memory.
 */
export async function keepToIndexes({ db }: Tenant): Promise<void> {
  await plans(db, 'off');
  await sql`set local work_mem = '32MB'`.execute(db);
}

/** Does what is done elsewhere too, a few hundred records at a time, and is planned there as everything is. */
export async function planAsElsewhere({ db }: Tenant, work: () => Promise<void>): Promise<void> {
  await plans(db, 'on');
  await work();
  await plans(db, 'off');
}

/** One by one, and by SET: that is what several nodes are told of. */
async function plans(db: Tenant['db'], to: 'on' | 'off'): Promise<void> {
  for (const plan of ['hashjoin', 'mergejoin', 'seqscan', 'bitmapscan'])
    await sql`set local ${sql.raw(`enable_${plan}`)} = ${sql.raw(to)}`.execute(db);
}
