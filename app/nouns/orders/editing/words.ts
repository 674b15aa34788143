import type { EventLine } from '../../order-flow/contract/detail.ts';
import type { Changes } from '../../order-flow/history.ts';
import { labelOf } from '../../order-flow/values/fields.ts';

type Line = EventLine | null;
const named = 3;

/** `Edited: City, quantity of MUG, CUP added.` Many lines are counted, not named. */
export function sentenceOf(verb: string, changes: Changes): string {
  const fields = Object.keys(changes).filter((field) => !field.startsWith('line:'));
  const lines = Object.entries(changes).filter(([field]) => field.startsWith('line:'));
  const parts = lines.length > named ? [`${lines.length} lines`] : lines.map(([, { from, to }]) => lineInWords(from as Line, to as Line));
  return `${verb}: ${[...fields.map(labelOf), ...parts].join(', ')}.`;
}

function lineInWords(from: Line, to: Line): string {
  const name = to ?? from;
  const item = name?.sku || name?.name || 'a line';
  if (!from) return `${item} added`;
  return to ? `quantity of ${item}` : `${item} removed`;
}
