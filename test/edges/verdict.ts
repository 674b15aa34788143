/**
 * What does not agree after an edge, a sentence each. `beyond`: units at the warehouse, announced to it or booked beyond what was sold,
 * bought or received. `elsewhere`: goods to another address than the buyer's, or a buyer told of another's parcel. `lost`: what did not
 * reach its end on all sides.
 */
export type Verdict = { beyond: string[]; elsewhere: string[]; lost: string[] };

export type Units = Record<string, number>;

export function unitsOf(lines: { sku: string; quantity: number }[]): Units {
  const units: Units = {};
  for (const { sku, quantity } of lines) units[sku] = (units[sku] ?? 0) + quantity;
  return units;
}
