import { type RawBuilder, sql } from 'kysely';
import { inAccount, type OfAccount } from '../../../../platform/in-account.ts';

/** Since when what came with a receipt `r` may lie on the shelves. */
export const cameAt: RawBuilder<unknown> = sql`coalesce(r.not_before, r.received_at)`;

/**
 * Receipts `r` that are not booked yet, of goods that the warehouse has counted since they came. What a person has set aside is decided.
 */
export const isCountedNotBooked = (tenant: OfAccount): RawBuilder<unknown> => sql`
  r.processed_at is null and r.set_aside_at is null and ${cameAt} <= (
    select s.ended_at from stock_counts s where ${inAccount(tenant, 's')} and s.connection_id = r.connection_id)`;
