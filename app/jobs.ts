import type { JobHandlers, JobName } from './base/job-queue.ts';
import { comparisonsJobs } from './engine/comparisons/jobs.ts';
import { housekeepingJobs } from './engine/housekeeping/jobs.ts';
import { syncJobs } from './engine/jobs.ts';
import { wordsJobs } from './engine/words.ts';
import { allNouns, searchedNouns } from './entities/all.ts';
import { catalogueJobs } from './nouns/catalogue/jobs.ts';
import { mappingSavesJobs } from './nouns/mappings/saves/jobs.ts';
import { erasingJobs } from './nouns/order-flow/erasing/jobs.ts';
import { ordersJobs } from './nouns/orders/jobs.ts';
import { uploadJobs } from './nouns/products/marketplace-upload/jobs.ts';
import { purchaseOrdersJobs } from './nouns/purchase-orders/jobs.ts';
import { stockPushesJobs } from './nouns/stock-out/jobs.ts';
import { keysJobs } from './people/keys/stopping/jobs.ts';
import { notificationsJobs } from './people/notifications/jobs.ts';
import { importsJobs } from './screens/import-export/imports/jobs.ts';
import { connectionsJobs } from './shared/connections/jobs.ts';
import { exportsJobs } from './shared/exports/jobs.ts';
import { filesJobs } from './shared/files/jobs.ts';
import { bulkJobs } from './shared/runs/bulk/work.ts';
import { supportJobs } from './shared/support/mail/jobs.ts';

/** Every job of the product, a line a feature. A name without a handler does not compile. */
export const jobs: JobHandlers<JobName> = {
  ...ordersJobs,
  ...mappingSavesJobs,
  ...bulkJobs(allNouns),
  ...catalogueJobs,
  ...comparisonsJobs,
  ...connectionsJobs,
  ...erasingJobs,
  ...exportsJobs(allNouns),
  ...filesJobs,
  ...purchaseOrdersJobs,
  ...importsJobs,
  ...stockPushesJobs,
  ...supportJobs,
  ...syncJobs,
  ...housekeepingJobs,
  ...uploadJobs,
  ...notificationsJobs,
  ...keysJobs,
  ...wordsJobs(searchedNouns),
};
