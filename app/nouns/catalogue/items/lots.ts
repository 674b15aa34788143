import type { Tenant } from '../../../../platform/tenant.ts';
import { enqueue } from '../../../base/job-queue.ts';

/** Has decided anew from which day on lots are not offered. Call it after the days of items have changed, however many. */
export const enqueueLots = (tenant: Tenant): Promise<void> => enqueue(tenant, 'stock:lots', {}, { key: `lots:${tenant.accountId}` });
