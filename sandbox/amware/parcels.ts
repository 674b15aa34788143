import { hash } from '../seeded.ts';
import { type CarrierName, carrierOf } from './methods.ts';
import { trackingOf } from './tracking.ts';
import type { Allocation, KeptOrder, Shipment } from './wire.ts';

/** The first parcel's share of what is still to be shipped: half of the rows, or half of the units of a single row. */
export function firstHalf(allocations: Allocation[]): { now: Allocation[]; later: Allocation[] } {
  const only = allocations[0];
  if (allocations.length === 1 && only) {
    const half = Math.floor(only.quantity / 2);
    if (half === 0) return { now: allocations, later: [] };
    return { now: [{ ...only, quantity: half }], later: [{ ...only, quantity: only.quantity - half }] };
  }
  const half = Math.ceil(allocations.length / 2);
  return { now: allocations.slice(0, half), later: allocations.slice(half) };
}

/** A parcel as the caller sees it. Tracking number and weight are derived from the order. */
export function parcelOf(order: KeptOrder, allocations: Allocation[], shippedAt: string): Omit<Shipment, 'sequence' | 'at'> {
  const carrier: CarrierName = carrierOf(order.body.method_code) ?? 'UPS';
  const id = `${order.id.replace('AMW', 'SHP')}-${order.parcels + 1}`;
  const tracking = trackingOf(carrier, `${id}/${order.body.reference}`);
  const lines = allocations.map(({ line, row: _row, ...goods }) => {
    const { line_reference = '', sku = '' } = order.lines[line] ?? {};
    return { line_reference, sku, ...goods };
  });
  return {
    id,
    order_id: order.id,
    reference: order.body.reference,
    carrier,
    method_code: order.body.method_code,
    tracking_number: tracking.number,
    tracking_url: tracking.url,
    weight_grams: 120 + lines.reduce((sum, { sku, quantity }) => sum + quantity * (40 + (hash(sku) % 700)), 0),
    shipped_at: shippedAt,
    lines,
  };
}
