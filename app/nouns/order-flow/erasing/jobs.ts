import { withoutPerson } from '../../../../platform/tenant.ts';
import type { JobHandlers } from '../../../base/job-queue.ts';
import { eraseDue } from './due.ts';
import { enqueueSearch } from './erase-orders.ts';
import { followRequests } from './requests.ts';
import { searchForErased } from './search.ts';

/** Transactions of a job; then others have their turn. */
const mostBatches = 10;
const laterMs = 5 * 60_000;

export const erasingJobs: JobHandlers<'buyers:requests' | 'buyers:erase'> = {
  'buyers:requests': ({ accountId }, { database }, stop) => followRequests(database, accountId, stop),
  async 'buyers:erase'({ accountId }, { database, files }, stop) {
    const within = <T>(work: Parameters<typeof withoutPerson<T>>[2]) => withoutPerson(database, accountId, work);
    let more = true;
    for (let batches = 0; more && batches < mostBatches && !stop.aborted; batches += 1) more = (await within(eraseDue)) > 0;
    const became = await searchForErased({ database, files }, accountId, stop);
    if (more || became === 'searched') await within((tenant) => enqueueSearch(tenant));
    else if (became === 'later') await within((tenant) => enqueueSearch(tenant, new Date(Date.now() + laterMs)));
  },
};
