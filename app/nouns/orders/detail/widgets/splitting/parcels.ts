import type { Order } from '../order.ts';

type Line = Order['lines'][number];

/** The lines that a split names: goods, whatever their quantity. */
export const splittable = ({ lines }: Order): Line[] => lines.filter(({ is_charge }) => !is_charge);

/** What goes in each of the parcels: `2 of MUG, 1 of CUP`; `nothing` where that is so. */
export function parcelsInWords(lines: readonly Line[], laterOf: (line: Line) => number): { first: string; second: string } {
  const words = (of: (line: Line) => number) =>
    lines.flatMap((line) => (of(line) > 0 ? [`${of(line).toLocaleString('en-US')} of ${line.sku || line.name}`] : [])).join(', ') ||
    'nothing';
  return { first: words((line) => line.quantity - laterOf(line)), second: words(laterOf) };
}
