import { refuse } from '../../../../platform/http/refusal.ts';
import { countedWords } from '../../../ui/words/counted-words.ts';

type Link = { sku: string; productId: number; units?: number | undefined };
type Before = { product_id: number | null; units_per_sale: number };

/** How many units of another product, or of none now, one sale took, where nobody said how many it takes of this one; null for one. */
export function keptOfAnother({ productId, units }: Link, before: Before | undefined): number | null {
  if (units !== undefined || !before || before.product_id === productId) return null;
  return before.units_per_sale > 1 ? before.units_per_sale : null;
}

/**
 * Whoever looked at a link and did not see that it was a pack makes it no pack of another product: several times as much would leave.
 * @throws Refusal 409
 */
export function requireUnits(link: Link, before: Before | undefined): void {
  const kept = keptOfAnother(link, before);
  if (kept === null) return;
  const took = `One sale of ${link.sku} took ${countedWords(kept, 'unit')} of what was linked before`;
  throw refuse(
    409,
    'units_not_said',
    `${took}, and how many it takes of this product was not said. Nothing was saved; look at it anew first.`,
  );
}

/** Says what a link took over, as a sentence that follows another. */
export const tookOver = (kept: number | null) =>
  kept === null ? '' : ` One sale takes ${countedWords(kept, 'unit')} of it, as many as of what was linked before.`;
