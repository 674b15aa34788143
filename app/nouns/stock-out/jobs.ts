import { sql } from 'kysely';
import { inTenant } from '../../../platform/tenant.ts';
import type { JobHandlers } from '../../base/job-queue.ts';
import { queueNotedStock, queueStock } from './queue.ts';

export const stockPushesJobs: JobHandlers<'stock:queue' | 'stock:again'> = {
  'stock:queue': ({ accountId }, { database }, stop) => queueNotedStock(database, accountId, stop),
  'stock:again': ({ accountId, listingIds }, { database }) =>
    inTenant(database, { accountId, userId: null }, (tenant) =>
      queueStock(tenant, { meant: sql`cp.id = any(${listingIds}::bigint[])` }, { anew: true }),
    ),
};
