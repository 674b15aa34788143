import type { LotUnits, ShipmentConfirmation } from '../../../../../connectors/contract.ts';

type Line = ShipmentConfirmation['lines'][number];
/**
 * A line as the statement has it: the lots and serial numbers of what left, also of units that a person added here and that the channel did
 * not sell.
 */
export type ComposedLine = Omit<Line, 'lots' | 'serials'> & { lots: LotUnits[] | null; serials: string[][] | null };

/** What a confirmation says of a line: each lot once, and serial numbers, of no more units than the line is confirmed with. */
export function confirmedLine({ lots, serials, ...rest }: ComposedLine): Line {
  const line = serials ? { ...rest, serials: serials.flat().slice(0, rest.quantity) } : rest;
  if (!lots) return line;
  const units = new Map<string, number>();
  let left = line.quantity;
  for (const { lot, quantity } of lots) {
    const taken = Math.min(left, quantity);
    if (taken > 0) units.set(lot, (units.get(lot) ?? 0) + taken);
    left -= taken;
  }
  return { ...line, lots: [...units].map(([lot, quantity]) => ({ lot, quantity })) };
}
