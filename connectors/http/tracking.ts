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

/** The units of each line that a shipment of somebody lists; null where it lists nothing that can be read, and may be of any goods. */
export type Units = Map<string, number> | null;

/** `names` are those of an entry in what is listed. */
export function unitsListed(listed: unknown, names: { line: string; units: string }): Units {
  const units = new Map<string, number>();
  for (const entry of entries.safeParse(listed).data ?? []) {
    const line = String(entry[names.line]);
    units.set(line, (units.get(line) ?? 0) + Number(entry[names.units]));
  }
  return units.size === 0 ? null : units;
}

/**
 * The one of somebody's shipments under a parcel's tracking number that is this parcel: several parcels may carry one number, and the buyer
 * is to know of each. So a shipment is of no more units than it lists, or of one parcel where it lists none, and the parcels that left
 * before under this number take theirs first, unless we told of them (`isTold`).
 */
export function foundByHand<T>(
  shipments: readonly T[],
  unitsOf: (shipment: T) => Units,
  { lines, sameNumber = [] }: ShipmentConfirmation,
  isTold: (key: string) => boolean,
): T | undefined {
  const entered = shipments.map((shipment) => ({ shipment, take: taking(unitsOf(shipment)) }));
  for (const before of sameNumber) if (!isTold(before.key)) entered.find(({ take }) => take(before.lines));
  return entered.find(({ take }) => take(lines))?.shipment;
}

type Lines = ShipmentConfirmation['lines'];

/** Takes the goods of a parcel out of a shipment, where it has all of them. */
function taking(units: Units): (lines: Lines) => boolean {
  if (units === null) {
    let parcels = 0;
    return () => {
      parcels += 1;
      return parcels === 1;
    };
  }
  const left = ({ remoteLineId }: Lines[number]) => units.get(remoteLineId) ?? 0;
  return (lines) => {
    const hasAll = lines.every((line) => left(line) >= line.quantity);
    if (hasAll) for (const line of lines) units.set(line.remoteLineId, left(line) - line.quantity);
    return hasAll;
  };
}
