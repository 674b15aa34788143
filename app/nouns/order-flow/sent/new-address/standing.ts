import { type RawBuilder, sql } from 'kysely';
import { inAccount, type OfAccount } from '../../../../../platform/in-account.ts';
import { allHasLeft, firstHasLeft, isDoneThere } from '../../lines/units.ts';

/** Some of an order `o` is to leave, and it goes in several parcels, or has left in part. */
export const hasRest = (tenant: OfAccount): RawBuilder<boolean> => sql<boolean>`((o.is_split and o.second_ended_at is null
  or o.units_shipped > 0) and not ${allHasLeft(tenant)})`;

/** Why what has not left of an order cannot be brought to another address now. */
const obstacles = {
  left: 'All of this order has left, to the address that it had before.',
  not_sent: 'This order is not with the warehouse: change its address on its page.',
  first_leaving: 'The warehouse is sending the first parcel, and can no longer change where it goes. Decide again when all of it has left.',
  sending: 'The warehouse is being asked about this order at this moment. Try again in a few seconds.',
  asked: 'The warehouse has been asked to send it to the new address. Its reply will show here.',
  ended_there: 'The warehouse no longer has what has not left of this order.',
  together: 'It travels with other orders, so the warehouse is not asked to send it elsewhere. Ask the warehouse yourself.',
  disconnected: 'The warehouse that has it is disconnected. Connect it again first.',
  picking: 'The warehouse is picking it already, and can no longer change where it goes. Ask the warehouse yourself.',
  packed: 'The warehouse has packed it, and can no longer change where it goes. Ask the warehouse yourself.',
  part_shipped: 'A part of what the warehouse has of it has left, so it cannot change where the rest goes. Ask the warehouse yourself.',
  cancelling: 'The warehouse has been asked to cancel it. Wait for its reply.',
  unable: 'The warehouse cannot change an order that it has. Ask the warehouse yourself.',
} as const;
export type Obstacle = keyof typeof obstacles;

/** Where what has not left of an order is; or what is in the way. */
export type Rest = 'here' | 'there' | Obstacle;
export const inTheWay = (rest: Rest): string | null => (rest === 'here' || rest === 'there' ? null : obstacles[rest]);

/** Where the rest of an order `o` is, whose warehouse order is `w` at the connection `wc`, both null where it has none. */
export const restOf = (tenant: OfAccount): RawBuilder<Rest> => sql<Rest>`case
  when w.id is null then 'not_sent'
  when ${allHasLeft(tenant)} then 'left'
  when o.is_split and o.second_ended_at is null and o.units_shipped > 0 and (w.part = 1 or w.state = 'cancelled')
    then case when ${firstHasLeft(tenant)} or ${isDoneThere} then 'here' else 'first_leaving' end
  when w.replacement ? 'address' then 'asked'
  when w.state = 'waiting' or w.replacement is not null then 'sending'
  when exists (select from orders m join shipments s on ${inAccount(tenant, 's')} and s.order_id = m.id and s.warehouse_order_id = w.id
      where ${inAccount(tenant, 'm')} and m.warehouse_order_id = w.id)
    or w.state = 'shipped' or w.provider_status in ('partially_shipped', 'shipped') then 'part_shipped'
  when w.state <> 'accepted' then 'ended_there'
  when wc.disconnected_at is not null then 'disconnected'
  when exists (select from orders other where ${inAccount(tenant, 'other')} and other.warehouse_order_id = w.id and other.id <> o.id)
    then 'together'
  when w.provider_status in ('picking', 'packed') then w.provider_status
  when o.cancel_requested_at is not null and o.cancel_outcome is distinct from 'too_late' then 'cancelling'
  when not wc.replaces_released then 'unable'
  else 'there' end`;
