import { useState } from 'react';
import { countedWords } from '../../../ui/words/counted-words.ts';
import { packsDiffer } from '../../catalogue/values/pack.ts';
import { UnitsPerSale } from './units-per-sale.tsx';

type Named = { name: string };

/** Why a link is not sent. */
export const unitsMissing = 'Say how many units one sale takes';
const namesDiffer = 'The names say different numbers of units. Say how many of this product one sale takes.';

/**
 * The units that one sale takes, in a field, where a person has to look at them: what was linked before was a pack, whose units the field
 * has at first, or the names of the product and of what is sold say different numbers. Else there is no field, and calls say nothing of
 * them. `sold`: null where a link keeps no units.
 */
export function usePackUnits(sold: Named | null, chosen: Named | undefined, before = 1) {
  const wasPack = before > 1;
  const [units, setUnits] = useState(wasPack ? before : null);
  const isAsked = (product: Named | undefined) => wasPack || (product !== undefined && sold !== null && packsDiffer(product, sold));
  const why = wasPack ? `One sale took ${countedWords(before, 'unit')} of what was linked before.` : namesDiffer;
  return {
    field: isAsked(chosen) && <UnitsPerSale units={units} why={why} onChange={setUnits} />,
    /** What calls say of the units of a product; null where a person has to say them first. */
    unitsFor(product: Named | undefined): { units_per_sale?: number } | null {
      if (!isAsked(product)) return {};
      return units === null ? null : { units_per_sale: units };
    },
  };
}
