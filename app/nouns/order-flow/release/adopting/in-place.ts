import type { WarehouseOrder, WarehouseOrderState } from '../../../../../connectors/contract.ts';
import { goodsInWords, recipientDiffers } from './differences.ts';
import { changedFields, showsChange } from './recipient.ts';

/**
 * Whether the warehouse has what it was asked to have in place of what was sent. It has to show what differs between the two: lines by our
 * names for them, or by their goods where it has names of its own; of the recipient each field that changed. What it does not tell
 * proves nothing, and neither does a change of anything else.
 */
export function isInPlace(sent: WarehouseOrder | null, wanted: WarehouseOrder, theirs: WarehouseOrderState): boolean {
  if (sent === null) return false;
  const lines = showsLines(sent, wanted, theirs);
  const changed = changedFields(sent.shipTo, wanted.shipTo);
  if (changed.length === 0) return lines === 'new';
  if (lines === 'other' || theirs.shipTo === null || recipientDiffers(wanted.shipTo, theirs.shipTo).length > 0) return false;
  const { all, proof } = showsChange(changed, sent.shipTo, wanted.shipTo, theirs.shipTo);
  return all && (proof || lines === 'new');
}

/** `as_both`: they are what is wanted, and were already, as far as the warehouse tells. */
function showsLines(sent: WarehouseOrder, wanted: WarehouseOrder, theirs: WarehouseOrderState): 'new' | 'as_both' | 'other' {
  const ours = new Set([...sent.lines, ...wanted.lines].map(({ lineReference }) => lineReference));
  const hasOurNames = theirs.lines.every(({ lineReference }) => ours.has(lineReference));
  const [had, has, there] = [sent, wanted, theirs].map(hasOurNames ? linesOf : goodsOf);
  if (there !== has) return 'other';
  return had === has ? 'as_both' : 'new';
}

type Lines = Pick<WarehouseOrder, 'lines'>;
const linesOf = ({ lines }: Lines) =>
  JSON.stringify(lines.map(({ lineReference, sku, quantity }) => JSON.stringify([lineReference, sku, quantity])).toSorted());
const goodsOf = ({ lines }: Lines) => goodsInWords(lines);
