import { z } from 'zod';
import type { ShipmentConfirmation } from '../contract.ts';

/** The numbers in a text that may have several, however they are spaced. */
const numbersIn = (text: string) => text.split(/[,;\n]/).flatMap((part) => part.replace(/\s+/g, '').toUpperCase() || []);

/** Whether two texts have a tracking number in common; without a number nothing has. */
export function sharesNumber(theirs: unknown, ours: string): boolean {
  if (typeof theirs !== 'string' && typeof theirs !== 'number') return false;
  const numbers = new Set(numbersIn(ours));
  return numbersIn(String(theirs)).some((number) => numbers.has(number));
}

const entries = z.array(z.record(z.string(), z.unknown()));

/**
 * Whether a shipment of somebody has all goods of a parcel: several parcels may carry one number, and the buyer is to know of each. `names`
 * are those of an entry in what it lists. One that lists nothing that can be read may be of any goods.
 */
export function hasAll(listed: unknown, names: { line: string; units: string }, lines: ShipmentConfirmation['lines']): boolean {
  const units = new Map<string, number>();
  for (const entry of entries.safeParse(listed).data ?? []) {
    const line = String(entry[names.line]);
    units.set(line, (units.get(line) ?? 0) + Number(entry[names.units]));
  }
  return units.size === 0 || lines.every(({ remoteLineId, quantity }) => (units.get(remoteLineId) ?? 0) >= quantity);
}
