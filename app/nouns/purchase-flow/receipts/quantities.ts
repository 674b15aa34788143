import { type RawBuilder, sql } from 'kysely';
import { inAccount, type OfAccount } from '../../../../platform/in-account.ts';

/** So many whole ones of a line `l`, as its source counts it, are units. */
const whole = (units: RawBuilder<unknown>) => sql`floor((${units})::numeric / l.units_per_sale)::int`;

/**
 * What a booking holds of each line that its source knows, as that counts it: of packs that came in parts those that it completes. What was
 * taken back is not booked.
 */
export const quantitiesIn = (tenant: OfAccount, booking: 'x' | 'b' | 'bookings') => {
  const thisBooking = sql`r.booking_id = ${sql.ref(`${booking}.id`)}`;
  const before = sql`coalesce(sum(c.quantity) filter (where r.processed_at is not null and (${thisBooking}) is not true), 0)`;
  const added = sql`coalesce(sum(c.quantity) filter (where ${thisBooking}), 0)`;
  return sql`(
  select coalesce(jsonb_object_agg(t.remote_line_id, t.quantity), '{}') from (
    select l.remote_line_id, ${whole(sql`${before} + ${added}`)} - ${whole(before)} as quantity, ${added} as units
    from purchase_order_lines l join receipt_lines c on ${inAccount(tenant, 'c')} and c.line_id = l.id
    join receipts r on ${inAccount(tenant, 'r')} and r.id = c.receipt_id
    where ${inAccount(tenant, 'l')} and l.purchase_order_id = ${sql.ref(`${booking}.purchase_order_id`)} and l.remote_line_id is not null
    group by l.account_id, l.id) as t where t.units > 0 and t.quantity > 0)`;
};

/**
 * How much of each line of a purchase order `p` is known to be booked: by its bookings, as they were sent, and what a person marked as
 * processed. The warehouse may have corrected a receipt since it was booked.
 */
export const bookedBefore = (tenant: OfAccount) => sql`(
  select coalesce(json_object_agg(t.remote_line_id, t.quantity), '{}') from (
    select remote_line_id, sum(quantity) as quantity from (
      select line.key as remote_line_id, line.value::int as quantity from bookings x,
        jsonb_each_text(coalesce(x.quantities, ${quantitiesIn(tenant, 'x')})) as line
      where ${inAccount(tenant, 'x')} and x.purchase_order_id = p.id and x.state = 'booked'
      union all
      select l.remote_line_id, ${whole(sql`l.units`)} - ${whole(sql`l.units - l.quantity`)} from (
        -- In the order in which they were processed: which of them completed a pack.
        select o.remote_line_id, o.units_per_sale, c.quantity, r.booking_id,
          sum(c.quantity) over (partition by o.id order by r.processed_at, r.id) as units
        from receipts r join receipt_lines c on ${inAccount(tenant, 'c')} and c.receipt_id = r.id
        join purchase_order_lines o on ${inAccount(tenant, 'o')} and o.id = c.line_id
        where ${inAccount(tenant, 'r')} and r.purchase_order_id = p.id and r.processed_at is not null and o.remote_line_id is not null
      ) as l where l.booking_id is null
    ) as each group by remote_line_id) as t)`;
