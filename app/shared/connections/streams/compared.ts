import { type RawBuilder, sql } from 'kysely';
import type { StreamName } from '../../../base/stream-names.ts';

/** Read first: what the channels have. An order that was lost is here again then, under the reference that it had. */
export const readBefore: readonly StreamName[] = ['orders', 'open_orders', 'purchase_orders'];

/** Read then, from before what was lost: what the warehouse has of all that. */
export const readOfWarehouse: readonly StreamName[] = ['order_changes', 'shipments', 'asn_changes', 'receipts'];

const names = (streams: readonly StreamName[]): RawBuilder<unknown> => sql.raw(`array[${streams.map((name) => `'${name}'`).join(', ')}]`);

/**
 * Whether a stream `s` is read for the comparison `p` of its connection `c`. One that the credentials may not read is not waited for.
 */
export const isReadFor = sql`(not c.forbidden ? s.stream
  and (s.stream = any(${names(readBefore)}) or s.stream = any(${names(readOfWarehouse)})))`;

/** Whether it has been read since the comparison began; what the warehouse has, since the channels were read. */
export const wasReadFor = sql`coalesce(s.drained_at >= case when s.stream = any(${names(readBefore)}) then p.begun_at
  else p.again_at end, false)`;
