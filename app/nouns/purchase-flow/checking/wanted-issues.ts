import { type RawBuilder, sql } from 'kysely';
import type { IssueType } from '../../../shared/issues/issue.ts';

/** The types that the check of purchase orders opens and closes. */
export const purchaseCheckedTypes: IssueType[] = [
  ...([
    'unmapped_item',
    'unmapped_location',
    'unreadable',
    'over_received',
    'unexpected_item',
    'cancelled_after_receipt',
    'ended_at_source',
  ] as const),
];

const goesOn = sql`p.cancelled_at is null and p.closed_at is null and p.deleted_at is null and p.source_state in ('open', 'unknown')`;

/**
 * Ended by their source while goods are on the way; a cancelled one is withdrawn by itself, so a person is asked where the warehouse was
 * told too late. What was taken back, or corrected after it was booked, has come all the same.
 */
const endedAtSource = (which: RawBuilder<unknown>) => sql`
  select p.id, p.connection_id, 'ended_at_source', 'order:' || p.id, null,
    'Its source ' || p.source_state || ' it, but ' || due.units || ' of ' || due.announced || ' announced units are still on the way. Have the warehouse expect no more, or open it again there.'
  from purchase_orders p cross join lateral (
    select coalesce(sum(l.quantity_announced), 0) as announced, coalesce(sum(greatest(0, l.quantity_announced - came.units)), 0) as units
    from purchase_order_lines l cross join lateral (
      select coalesce(sum(c.quantity), 0) as units from receipt_lines c where c.account_id = l.account_id and c.line_id = l.id and c.quantity > 0) as came
    where l.account_id = p.account_id and l.purchase_order_id = p.id) as due
  where ${which} and p.cancelled_at is null and p.closed_at is null and p.close_reason is null and p.cancel_requested_at is null and p.deleted_at is null
    and (p.source_state = 'closed' or (p.source_state = 'cancelled' and p.withdraw_outcome is not null and p.receipts_counted = 0)) and due.units > 0
    and exists (select from asns a where a.account_id = p.account_id and a.purchase_order_id = p.id and a.state in ('announced', 'receiving'))
    and not exists (select from receipts r where r.account_id = p.account_id and r.purchase_order_id = p.id and r.accepted_at > r.processed_at)`;

/** The issues that purchase orders `p` should have open, of those types: `purchase_order_id, connection_id, type, subject, line_id, sentence`. */
export const wantedIssues = (which: RawBuilder<unknown>) => sql`
  select p.id as purchase_order_id, p.connection_id, 'unmapped_item' as type, l.sku as subject, min(l.id) as line_id,
    'SKU ' || l.sku || ' is not linked to a product or raw material of the warehouse.' as sentence
  from purchase_orders p join purchase_order_lines l on l.account_id = p.account_id and l.purchase_order_id = p.id
  where ${which} and ${goesOn} and l.product_id is null and l.raw_material_id is null and l.quantity > 0 group by p.id, p.connection_id, l.sku
  union all
  select p.id, p.connection_id, 'unmapped_location', coalesce(p.source_location, ''), null,
    case when p.source_location is null then 'No warehouse is chosen for the goods.'
      else 'Location ' || coalesce(p.source_location_name, p.source_location) || ' is not mapped to a warehouse.' end
  from purchase_orders p where ${which} and ${goesOn} and p.mapped_warehouse is null
  union all
  select p.id, p.connection_id, 'unreadable', 'status:' || p.source_status, null,
    'The source gave it the status "' || p.source_status || '", which Crossdock does not know. It goes on by itself when the source gives it another status; otherwise cancel it here.'
  from purchase_orders p where ${which} and ${goesOn} and p.source_state = 'unknown'
  union all
  select p.id, p.connection_id, 'unreadable', 'quantity:' || l.position, l.id,
    'Line ' || l.position || ' (' || l.sku || ') asks for ' || l.quantity || ' units, which nobody can send.'
  from purchase_orders p join purchase_order_lines l on l.account_id = p.account_id and l.purchase_order_id = p.id
  where ${which} and ${goesOn} and l.quantity < 0
  union all
  select p.id, p.connection_id, 'over_received', 'line:' || l.id, l.id,
    (l.received_before + l.quantity_received - l.quantity) || ' more of ' || coalesce(l.mapped_sku, l.sku) || ' came than the ' || l.quantity || ' that are ordered.'
  from purchase_orders p join purchase_order_lines l on l.account_id = p.account_id and l.purchase_order_id = p.id
  where ${which} and p.deleted_at is null and l.quantity_received > 0 and l.received_before + l.quantity_received > l.quantity + l.over_accepted
  union all
  -- A source books no negative quantity, so a person corrects what it has booked.
  select p.id, p.connection_id, 'unexpected_item', 'line:' || l.id, l.id,
    'The warehouse took back ' || -sum(c.quantity) || ' of ' || coalesce(l.mapped_sku, l.sku)
      || ' more than is still to be booked. Correct that at the source, then mark the receipt as processed.'
  from purchase_orders p
  join receipts r on r.account_id = p.account_id and r.purchase_order_id = p.id and r.waits_for is null and r.processed_at is null and r.booking_id is null
  join receipt_lines c on c.account_id = r.account_id and c.receipt_id = r.id
  join purchase_order_lines l on l.account_id = c.account_id and l.id = c.line_id
  where ${which} and p.deleted_at is null and p.connection_id is not null group by p.id, p.connection_id, l.account_id, l.id having sum(c.quantity) < 0
  union all
  select p.id, p.connection_id, 'cancelled_after_receipt', 'order:' || p.id, null,
    'Its source cancelled it, but ' || p.units_received || ' of ' || p.units_ordered || ' units have come. Close it short here, or open it again there.'
  from purchase_orders p
  where ${which} and p.source_state = 'cancelled' and p.receipts_counted > 0 and p.cancelled_at is null and p.closed_at is null and p.close_reason is null and p.deleted_at is null
  union all
  ${endedAtSource(which)}
  union all
  select p.id, p.connection_id, 'unexpected_item', 'receipt:' || r.id, null,
    case r.waits_for
      when 'unknown_sku' then r.quantity || ' of ' || r.sku || ' came, which is not on this order.'
      when 'changed' then 'The warehouse corrected a receipt of ' || r.sku || ' to ' || r.quantity || ' after it had been processed.'
      when 'held' then r.quantity || ' of ' || r.sku || ' came although the order is on hold.'
      when 'cancelled' then r.quantity || ' of ' || r.sku || ' came although the order is cancelled.'
      when 'closed_out' then r.quantity || ' of ' || r.sku || ' came after the order was closed out.'
      else r.quantity || ' of ' || r.sku || ' came for this order after it had been deleted, so it is back.' end
  from purchase_orders p join receipts r on r.account_id = p.account_id and r.purchase_order_id = p.id
  where ${which} and p.deleted_at is null and r.waits_for is not null`;
