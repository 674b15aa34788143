import { useState } from 'react';
import { UnitsPerSale } from './units-per-sale.tsx';

/**
 * The units of what was linked as a pack before: a field that shows them and takes those of the product that is chosen now, and what it
 * says, for calls. Where one sale took one unit there is no field, and calls say nothing of it.
 */
export function usePackUnits(before = 1) {
  const [units, setUnits] = useState<number | null>(null);
  if (before === 1) return { field: null, said: {} };
  const value = units ?? before;
  return { field: <UnitsPerSale units={value} before={before} onChange={setUnits} />, said: { units_per_sale: value } };
}
