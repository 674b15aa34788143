import type { OrderDetail } from '../../order-flow/contract/detail.ts';
import type { DetailRow } from './order-row.ts';

type SplitParcels = NonNullable<OrderDetail['split_parcels']>;

/** Where the two parcels of an order are that a person split; null where nobody did. */
export function splitParcelsOf(row: DetailRow): SplitParcels | null {
  if (!row.is_split) return null;
  return { first: firstOf(row), second: secondOf(row) };
}

function firstOf({ first_left, in_amware, warehouse_order_id, part }: DetailRow): SplitParcels['first'] {
  if (first_left) return 'left';
  if (part === 2 || in_amware === 1) return 'at_warehouse';
  return warehouse_order_id === null ? 'here' : 'sending';
}

function secondOf({ second_ended_at, part, part_state, accepted_at, units_shipped, units_ordered }: DetailRow): SplitParcels['second'] {
  if (second_ended_at !== null) return 'ended';
  if (units_shipped >= units_ordered) return 'left';
  if (part !== 2 || part_state === 'cancelled') return 'here';
  return accepted_at === null ? 'sending' : 'at_warehouse';
}

/** What the second parcel waits for, where the order waits for that alone; null where it is under way. */
export function secondWaits({ issues, source_name }: DetailRow, { first, second }: SplitParcels): string | null {
  const has = (type: string) => issues?.some((issue) => issue.type === type) ?? false;
  if (second === 'ended') return `The second parcel is not sent. Refund it in ${source_name}.`;
  if (second === 'sending') return 'Waits for the warehouse to accept the second parcel.';
  if (second !== 'here') return null;
  if (has('second_parcel')) return 'Waits for a person, who decides about the second parcel.';
  if (has('new_address')) return 'Waits for a person, who decides about the new address before the second parcel goes.';
  if (has('changed_after_release')) return 'Waits for a person, who decides about what changed before the second parcel goes.';
  if (first !== 'left') return 'The second parcel is sent once all of the first has left.';
  if (has('out_of_stock')) return 'The second parcel waits for stock.';
  return `The second parcel is about to be sent. It is looked up in ${source_name} before, and waits for a time window that is closed.`;
}
