import { labelOf } from '../values/fields.ts';

/** What an edit changed: fields, and its lines by SKU or name, or how many where they are many. */
export type EditedParts = { fields: string[]; lines: EditedLine[] | number };
type EditedLine = { item: string; change: 'added' | 'removed' | 'quantity' };

type Line = { sku: string; name: string } | null;
const mostNamed = 3;

/** The parts of an edit, from the changes that its history entry keeps. */
export function partsOf(changes: Record<string, { from: unknown; to: unknown }>): EditedParts {
  const lines = Object.entries(changes).filter(([field]) => field.startsWith('line:'));
  return {
    fields: Object.keys(changes).filter((field) => !field.startsWith('line:')),
    lines: lines.length > mostNamed ? lines.length : lines.map(([, { from, to }]) => partOf(from as Line, to as Line)),
  };
}

function partOf(from: Line, to: Line): EditedLine {
  const { sku, name } = to ?? from ?? {};
  return { item: sku || name || 'a line', change: !from ? 'added' : to ? 'quantity' : 'removed' };
}

/** "City, quantity of MUG, CUP added". */
export function editedInWords({ fields, lines }: EditedParts): string {
  const words = typeof lines === 'number' ? [`${lines} lines`] : lines.map(lineInWords);
  return [...fields.map(labelOf), ...words].join(', ');
}

const lineInWords = ({ item, change }: EditedLine) => (change === 'quantity' ? `quantity of ${item}` : `${item} ${change}`);
