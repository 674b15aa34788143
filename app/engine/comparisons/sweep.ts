import { sql } from 'kysely';
import type { Columns } from '../../../platform/columns.ts';
import type { Database } from '../../../platform/db.ts';
import { inReach } from '../../../platform/in-account.ts';
import { acrossAccounts } from '../../../platform/tenant.ts';
import { enqueueAll } from '../../base/job-queue.ts';
import { beginComparisons } from './begin.ts';

/** Begins the comparisons of a database that was restored, and takes on those that there are, across accounts. */
export async function sweepComparisons(database: Database): Promise<void> {
  await beginComparisons(database);
  await acrossAccounts(database, async (db, reach) => {
    const { rows } = await sql<
      Columns<'comparisons', 'account_id'>
    >`select distinct account_id from comparisons where ${inReach(reach)} and finished_at is null`.execute(db);
    await enqueueAll(
      { db },
      rows.map(({ account_id: accountId }) => ({
        ...{ name: 'comparisons:advance' as const, payload: { accountId }, key: `comparison:${accountId}` },
      })),
    );
  });
}
