import { sql } from 'kysely';
import type { Database } from './db.ts';
import { acrossAccounts } from './tenant.ts';

export type Clock = {
  now: () => Date;
  /** Asks the database what time it is. Call it before the first use, and now and then: clocks drift. */
  set: () => Promise<void>;
};

/**
 * The time of the database, as this process knows it. What one process dates is compared with what others and the database itself have
 * dated, and their clocks may differ by minutes: so all of them go by this one. It is behind by what the reply took, and never ahead: a
 * count of stock that is dated later than it was read would be taken for one that knows of orders that came after. `local`: this machine's
 * clock, in milliseconds.
 */
export function databaseClock(readTime: () => Promise<Date>, local: () => number = Date.now): Clock {
  let ahead = 0;
  return {
    now: () => new Date(local() + ahead),
    async set() {
      const theirs = await readTime();
      ahead = theirs.getTime() - local();
    },
  };
}

/** What time it is in the database. */
export const timeOf = (database: Database) => (): Promise<Date> =>
  acrossAccounts(database, async (db) => {
    const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db);
    return rows[0]?.at ?? new Date();
  });
