import type { Sale, Units } from '../agreement/fates.ts';
import { isComplete, type Ours, type Stored, standing, type Verdict } from '../agreement/sides.ts';

/** Compares what was sold with what the warehouse has, wherever the channel moved it in the meantime. */
export function judgeGoods(verdict: Verdict, { number, fate, purchase: { sold, orders } }: Sale, stored: Stored[]): void {
  const held = heldOf(stored);
  const states = stored.map(({ ours }) => standing(ours)).join('; ');
  const say = (list: keyof Verdict, what: string) => verdict[list].push(`${number}, ${fate}: ${what} [${states}]`);
  // A part that was never read went into an order that had left: a person is told, who sends the rest.
  const cameTooLate = fate === 'merged' && stored.length < orders.size && stored.every(hasLeftBefore);
  const skus = Object.keys({ ...sold, ...held });
  for (const sku of skus) {
    const [most = 0, has = 0] = [sold[sku], held[sku]];
    if (has > most) say('doubled', `${most} ${sku} sold, ${has} at the warehouse`);
    if ((fate === 'split' || fate === 'merged') && !cameTooLate && has < most) say('lost', `${most} ${sku} sold, ${has} at the warehouse`);
  }
  const ended = ends[fate];
  if (ended && !cameTooLate && !stored.every(ended)) say('lost', 'did not come to an end');
}

const hasLeftBefore = ({ ours, parcels }: Stored) =>
  ours.status === 'shipped' && ours.issues.includes('changed_after_release') && parcels.length > 0;

/** Units at the warehouse by SKU, without what it cancelled. */
function heldOf(stored: Stored[]): Units {
  const held: Units = {};
  for (const { ours, parcels } of stored) {
    const own = new Set(ours.lines.map(({ reference }) => reference));
    for (const { lines, status } of parcels)
      for (const { sku, quantity, shipped, line_reference } of lines)
        if (own.has(line_reference)) held[sku] = (held[sku] ?? 0) + (status === 'cancelled' ? shipped : quantity);
  }
  return held;
}

/** How an order of these fates may end, each of those that its goods were in. */
const ends: Partial<Record<Sale['fate'], (stored: Stored) => boolean>> = {
  split: (stored) => hasShipped(stored) || stored.ours.ended_by === 'same_goods',
  merged: (stored) => hasShipped(stored) || stored.ours.ended_by === 'merged' || stored.ours.ended_by === 'same_goods',
  deleted: (stored) => hasShipped(stored) || stored.ours.ended_by === 'gone',
  external: (stored) => hasShipped(stored) || (stored.ours.source_state === 'external' && stored.parcels.length === 0),
};

/** All has left, and the channel was told; where it no longer has the order, we know that, or a person was told. */
function hasShipped({ ours, theirs, parcels }: Stored): boolean {
  if (!isComplete(ours, parcels)) return false;
  return theirs ? ours.status === 'fulfilled' && theirs.marks === 1 : ours.status === 'fulfilled' || isKnownGone(ours);
}

const isKnownGone = ({ status, is_gone, issues }: Ours) =>
  (status === 'shipped' && is_gone) || (status === 'error' && issues.includes('rejected_by_channel'));
