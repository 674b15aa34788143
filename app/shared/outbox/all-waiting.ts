import { type RawBuilder, sql } from 'kysely';

/**
 * All effects of a connection that wait or are being sent, by the index of stock or by that of anything else: its kind has to say which.
 * For a statement that means all of them. PostgreSQL would find any effect by these indexes as long as it believes that nothing waits,
 * and read a million that do by now: so they ask for a condition that is always true. Who knows an effect's id, order or key says only
 * its state.
 */
export const allWaiting = (alias: string): RawBuilder<boolean> =>
  sql<boolean>`${isOpen(alias)} and ${sql.ref(`${alias}.due_at`)} > '-infinity'`;

/** The same of all accounts, whatever its kind: for the sweep. */
export const allWaitingAnywhere = (alias: string): RawBuilder<boolean> =>
  sql<boolean>`${isOpen(alias)} and ${sql.ref(`${alias}.account_id`)} > 0`;

const isOpen = (alias: string) => sql`${sql.ref(`${alias}.state`)} in ('waiting', 'sending')`;
