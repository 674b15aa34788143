import type { Lacking } from '../../../shared/issues/types/sent-otherwise.ts';
import type { Replacement } from '../release/adopting/composed.ts';
import type { ComparedOrder, Facts } from './facts.ts';

/** Why the warehouse is not asked to replace what it has. `lacks`: what is missing. */
export type Obstacle =
  | { why: 'sending' | 'picking' | 'packed' | 'part_shipped' | 'left' | 'cancelling' | 'apart' | 'kept' | 'unable' }
  | { why: 'incomplete'; lacks: Lacking };

/** What is in the way of replacing a warehouse order; null where nothing is that we know of. */
export function obstacleTo(
  { state, provider_status, kept, orders, replaces_released }: Facts,
  { orders: ruled }: Replacement,
  concerned: readonly ComparedOrder[],
  lacking: ReadonlyMap<number, Lacking>,
): Obstacle | null {
  if (orders.every(hasLeft)) return { why: 'left' };
  if (orders.some(({ units_shipped }) => units_shipped > 0)) return { why: 'part_shipped' };
  if (state === 'waiting') return { why: 'sending' };
  if (provider_status === 'picking' || provider_status === 'packed') return { why: provider_status };
  if (provider_status === 'partially_shipped' || provider_status === 'shipped' || state === 'shipped') return { why: 'part_shipped' };
  if (orders.some(({ cancelling }) => cancelling)) return { why: 'cancelling' };
  if (kept) return { why: 'kept' };
  if (!replaces_released) return { why: 'unable' };
  const lacks = orders.map(({ id }) => lacking.get(id)).find((sentence) => sentence !== undefined);
  if (lacks !== undefined) return { why: 'incomplete', lacks };
  // Orders that travel together go by the same method, from the same warehouse, with the same fields.
  const ways = new Set(
    ruled.map(({ shipping_code, warehouse_code, fields }) => JSON.stringify([shipping_code, warehouse_code, fieldsOf(fields)])),
  );
  return concerned.length > 0 && ways.size > 1 ? { why: 'apart' } : null;
}

export const hasLeft = ({ order_status }: Pick<ComparedOrder, 'order_status'>) =>
  order_status === 'shipped' || order_status === 'fulfilled';

const fieldsOf = (fields: Record<string, string>) => Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1));
