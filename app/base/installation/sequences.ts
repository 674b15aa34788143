import { type RawBuilder, sql } from 'kysely';

/**
 * Above every sequence that an event was ever given, also by a database that was lost: the milliseconds since 1970 at the begin of this
 * transaction. An account has fewer than a thousand events a second, taken over the years.
 */
export const newSequences: RawBuilder<number> = sql`(extract(epoch from now()) * 1000)::bigint`;
