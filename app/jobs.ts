import { catalogueJobs } from './catalogue/jobs.ts';
import { comparisonsJobs } from './comparisons/jobs.ts';
import { connectionsJobs } from './connections/jobs.ts';
import { exportsJobs } from './exports/jobs.ts';
import { filesJobs } from './files/jobs.ts';
import { housekeepingJobs } from './housekeeping/jobs.ts';
import { importsJobs } from './imports/jobs.ts';
import type { JobHandlers, JobName } from './job-queue.ts';
import { mappingSavesJobs } from './mapping-saves/jobs.ts';
import { uploadJobs } from './marketplace-upload/jobs.ts';
import { notificationsJobs } from './notifications/jobs.ts';
import { ordersJobs } from './orders/jobs.ts';
import { purchaseOrdersJobs } from './purchase-orders/jobs.ts';
import { searchJobs } from './search/jobs.ts';
import { stockPushesJobs } from './stock-pushes/jobs.ts';
import { supportJobs } from './support/jobs.ts';
import { syncJobs } from './sync/jobs.ts';

/** Every job of the product, a line a feature. A name without a handler does not compile. */
export const jobs: JobHandlers<JobName> = {
  ...ordersJobs,
  ...mappingSavesJobs,
  ...catalogueJobs,
  ...comparisonsJobs,
  ...connectionsJobs,
  ...exportsJobs,
  ...filesJobs,
  ...purchaseOrdersJobs,
  ...importsJobs,
  ...searchJobs,
  ...stockPushesJobs,
  ...supportJobs,
  ...syncJobs,
  ...housekeepingJobs,
  ...uploadJobs,
  ...notificationsJobs,
};
