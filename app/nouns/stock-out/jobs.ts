import { sql } from 'kysely';
import { withoutPerson } from '../../../platform/tenant.ts';
import type { JobHandlers } from '../../base/job-queue.ts';
import { settleExpiring } from './not-offered/expiring.ts';
import { queueNotedStock } from './noted/noted.ts';
import { queueStock } from './queue.ts';

export const stockPushesJobs: JobHandlers<'stock:queue' | 'stock:again' | 'stock:lots'> = {
  'stock:queue': ({ accountId }, { database }, stop) => queueNotedStock(database, accountId, stop),
  'stock:lots': ({ accountId }, { database }) => withoutPerson(database, accountId, (tenant) => settleExpiring(tenant, sql`true`)),
  'stock:again': ({ accountId, listingIds }, { database }) =>
    withoutPerson(database, accountId, (tenant) =>
      queueStock(tenant, { meant: sql`cp.id = any(${listingIds}::bigint[])` }, { anew: true }),
    ),
};
