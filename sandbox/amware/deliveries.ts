import { hash } from '../seeded.ts';
import type { Asn, AsnBody, Kept } from './wire.ts';

/** How what was announced arrives. `exactly`: all of it, a line in three in two parts. `mixed` differs from announcement to announcement. */
export const deliveryKinds = ['exactly', 'over', 'under', 'wrong', 'late', 'in_pieces', 'never', 'mixed'] as const;
export type DeliveryKind = (typeof deliveryKinds)[number];

export type Arrival = { sku: string; quantity: number; lot: string | null } & Kept;

/** The kind of this announcement: `mixed` becomes one of the others. */
export function kindOf(asn: Asn, kind: DeliveryKind): Exclude<DeliveryKind, 'mixed'> {
  if (kind !== 'mixed') return kind;
  const kinds = ['exactly', 'under', 'in_pieces', 'over', 'exactly', 'wrong', 'in_pieces', 'never'] as const;
  return kinds[hash(`delivery:${asn.body.reference}`) % kinds.length] ?? 'exactly';
}

/** What arrives for one line at one time. `wrong` is the SKU that comes in its place. `first`: half of it, of what comes in pieces. */
export function arrivalsOf(asn: Asn, index: number, kind: DeliveryKind, wrong: string, first: boolean): Arrival[] {
  const line = asn.body.lines[index] as AsnBody['lines'][number];
  const { sku, lot } = line;
  const left = Math.max(0, line.quantity - (asn.received[index] ?? 0));
  const tenth = Math.max(1, Math.floor(line.quantity / 10));
  const some = (quantity: number): Arrival[] => (quantity > 0 ? [{ sku, quantity, lot }] : []);
  if (kind === 'over') return some(left + tenth);
  if (kind === 'under') return some(left - tenth);
  if (kind === 'wrong' && index === 0) return [{ sku: wrong, quantity: left, lot: null }];
  if (kind === 'in_pieces' && first) return some(Math.floor(left / 2));
  const parts = hash(`${asn.id}/${index}`) % 3 === 0 && left > 1 ? Math.floor(left / 2) : left;
  return [...some(parts), ...some(left - parts)];
}
