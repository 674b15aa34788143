import { sql } from 'kysely';
import { inAccount, type OfAccount } from '../../../../platform/in-account.ts';

/** What a booking holds of each line that its source knows: taken back is not booked. */
export const quantitiesIn = (tenant: OfAccount, booking: 'x' | 'bookings') => sql`(
  select coalesce(jsonb_object_agg(t.remote_line_id, t.quantity), '{}') from (
    select l.remote_line_id, sum(c.quantity) as quantity from receipts r
    join receipt_lines c on ${inAccount(tenant, 'c')} and c.receipt_id = r.id
    join purchase_order_lines l on ${inAccount(tenant, 'l')} and l.id = c.line_id
    where ${inAccount(tenant, 'r')} and r.booking_id = ${sql.ref(`${booking}.id`)} and l.remote_line_id is not null
    group by l.remote_line_id having sum(c.quantity) > 0) as t)`;

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
      select l.remote_line_id, c.quantity from receipts r join receipt_lines c on ${inAccount(tenant, 'c')} and c.receipt_id = r.id
      join purchase_order_lines l on ${inAccount(tenant, 'l')} and l.id = c.line_id
      where ${inAccount(tenant, 'r')} and r.purchase_order_id = p.id and r.processed_at is not null and r.booking_id is null
        and l.remote_line_id is not null
    ) as each group by remote_line_id) as t)`;
