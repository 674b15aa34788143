import type { Result } from '../contract.ts';
import type { Opened } from './opened.ts';
import { orderIdIn, type ReadOrder } from './translate-order.ts';
import * as wire from './wire.ts';
import { embeddedIn } from './wire-values.ts';

/** The cartons of an order; those that come with it without what is in them are read by themselves. */
export async function cartonsOf({ client }: Opened, raw: unknown): Promise<Result<unknown[]>> {
  const inOrder = embeddedIn(raw, 'orders/package') ?? packagesIn(raw);
  const areWhole = inOrder.every((carton) => contentsIn(carton) !== null);
  const orderId = orderIdIn(raw);
  if (areWhole || orderId === null) return { ok: true, value: inOrder };
  const read = await client.get('list_packages', `orders/${encodeURIComponent(orderId)}/packages`, wire.packages);
  if (!read.ok) return read;
  const found = embeddedIn(read.value, 'orders/package') ?? [];
  return { ok: true, value: found.length > 0 ? found : inOrder };
}

function packagesIn(raw: unknown): unknown[] {
  const readOnly = wire.record.safeParse(raw).data?.readOnly;
  return Array.isArray(readOnly?.packages) ? readOnly.packages : [];
}

export function contentsIn(carton: unknown): unknown[] | null {
  const own = typeof carton === 'object' && carton !== null && 'packageContents' in carton ? carton.packageContents : null;
  return Array.isArray(own) ? own : embeddedIn(carton, 'orders/packagecontent');
}

/** Whether cartons hold a part of what the order has, and nothing beside it: the others may be entered yet. */
export function holdLess(read: ReadOrder, cartons: unknown[]): boolean {
  const parsed = wire.content.array().safeParse(cartons.flatMap((carton) => contentsIn(carton) ?? []));
  if (!parsed.success || holdsAll(read, parsed.data)) return false;
  const packed = unitsOf(parsed.data);
  const ordered = new Map(read.items.map(({ readOnly, qty }) => [readOnly.orderItemId, qty]));
  return [...packed].every(([id, units]) => units <= (ordered.get(id) ?? 0));
}

/** An order leaves whole: so its cartons hold what it has of each line, no less and no more. */
export function holdsAll({ items }: ReadOrder, contents: wire.Content[]): boolean {
  const units = unitsOf(contents);
  const ordered = new Map(items.map(({ readOnly, qty }) => [readOnly.orderItemId, qty]));
  return [...new Set([...units.keys(), ...ordered.keys()])].every((id) => (units.get(id) ?? 0) === (ordered.get(id) ?? 0));
}

function unitsOf(contents: wire.Content[]): Map<string, number> {
  const units = new Map<string, number>();
  for (const { orderItemId, qty } of contents) units.set(orderItemId, (units.get(orderItemId) ?? 0) + qty);
  return units;
}
