import type { Transaction } from 'kysely';
import type { DB } from '../../db/tables.ts';
import { notify } from '../../platform/events.ts';
import type { Reach } from '../../platform/nodes/lost-nodes.ts';
import { withoutPerson } from '../../platform/tenant.ts';
import { dueWords } from '../../platform/words/due.ts';
import { indexBatch } from '../../platform/words/index-batch.ts';
import type { SearchedNoun } from '../../platform/words/searched-noun.ts';
import { enqueueAll, type Job, type JobHandlers } from '../base/job-queue.ts';

/** One at a time for an account and noun. */
const indexJob = (accountId: number, noun: string): Job<'words:index'> => ({
  name: 'words:index',
  payload: { accountId, noun },
  queue: `words:${accountId}:${noun}`,
  key: `words:${accountId}:${noun}`,
});

/** Enqueues a job for each account and noun that has something due. One that waits already keeps its place. */
export async function enqueueDueWords(db: Transaction<DB>, reach: Reach): Promise<void> {
  const due = await dueWords(db, reach);
  await enqueueAll(
    { db },
    due.map(({ account_id, noun }) => ({ ...indexJob(account_id, noun), keepsPlace: true })),
  );
}

/**
 * Indexes one batch, and goes to the end of the queue where there may be more: of several accounts and nouns each has its turn, however
 * much one of them has.
 */
export const wordsJobs = (searched: readonly SearchedNoun[]): JobHandlers<'words:index'> => ({
  'words:index': ({ accountId, noun: name }, { database }) =>
    withoutPerson(database, accountId, async (tenant) => {
      const noun = searched.find((each) => each.noun === name);
      if (!noun || (await noun.mayWait?.(tenant)) || !(await indexBatch(tenant, noun))) return;
      notify(tenant, 'words');
      await enqueueAll(tenant, [indexJob(accountId, name)]);
    }),
});
