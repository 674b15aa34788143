import { type RawBuilder, sql } from 'kysely';
import { inAccount, type OfAccount } from '../../../../platform/in-account.ts';

/**
 * Receipts `r` that are not booked yet, of goods that the warehouse has counted since they came. What a person has set aside is decided.
 */
export const isCountedNotBooked = (tenant: OfAccount): RawBuilder<unknown> => sql`
  r.processed_at is null and r.set_aside_at is null and r.received_at <= (
    select s.counted_at from streams s where ${inAccount(tenant, 's')} and s.connection_id = r.connection_id and s.stream = 'stock')`;
