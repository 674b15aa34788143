import type { Job } from '../../platform/jobs.ts';

/** What a change asks for by itself; the sweep, for what was left over. One at a time an account. */
export const indexJob = (accountId: number, runAt?: Date): Job => ({
  name: 'orders:index',
  payload: { accountId },
  queue: `index:${accountId}`,
  key: `sweep:index:${accountId}${runAt ? ':later' : ''}`,
  ...(runAt ? { runAt } : {}),
});
