import { expect } from 'vitest';
import type { TestDatabase } from './database.ts';

const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

/** Until somebody in this database waits for a lock. */
export const lockWait = (own: TestDatabase) => expect.poll(() => own.sql(waiting)).not.toEqual([]);

/** Until so many in this database wait for a lock. */
export const lockWaits = (own: TestDatabase, count: number) => expect.poll(() => own.sql(waiting)).toHaveLength(count);

/** Until the other is done, or somebody in this database waits for a lock. */
export async function doneOrLockWait(own: TestDatabase, other: Promise<unknown>): Promise<void> {
  let isDone = false;
  const done = () => {
    isDone = true;
  };
  other.then(done, done);
  await expect.poll(async () => isDone || (await own.sql(waiting)).length > 0).toBe(true);
}
