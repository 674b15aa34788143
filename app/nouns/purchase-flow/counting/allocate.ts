/** A line as receipts are counted to it. `open`: what has not come of it yet. */
export type OpenLine = { id: number; sku: string; lot: string | null; open: number; received: number };
export type Share = { lineId: number; quantity: number };

/**
 * To which lines of an order a receipt counts: those of its SKU, the line of its lot first, then lines that ask for no lot, each up
 * to what is open of it. What is more than all of them have open counts to the first, so that it is seen there. What is taken back
 * comes off the lines that have most. Null: no line is of this SKU. Pure: shares always add up to the receipt.
 */
export function allocate(lines: OpenLine[], { sku, lot, quantity }: { sku: string; lot: string | null; quantity: number }): Share[] | null {
  const fitting = lines.filter((line) => line.sku === sku).toSorted((a, b) => rank(a, lot) - rank(b, lot));
  const [first] = fitting;
  if (!first) return null;
  const room = (line: OpenLine) => (quantity > 0 ? Math.max(0, line.open) : Math.max(0, line.received));
  const shares = new Map<number, number>();
  let left = Math.abs(quantity);
  for (const line of fitting) {
    const part = Math.min(left, room(line));
    if (part > 0) shares.set(line.id, part);
    left -= part;
  }
  if (left > 0) shares.set(first.id, (shares.get(first.id) ?? 0) + left);
  return [...shares].map(([lineId, part]) => ({ lineId, quantity: quantity < 0 ? -part : part }));
}

function rank({ lot }: OpenLine, received: string | null): number {
  if (lot !== null && lot === received) return 0;
  return lot === null ? 1 : 2;
}
