import type { Column } from './declaration.ts';

/** The columns that an address asks for, or null when it says nothing of them. The first one, which leads to the row, is always there. */
export function readColumns(params: URLSearchParams, known: readonly string[]): string[] | null {
  const said = params.get('columns');
  return said ? knownColumns(said.split('.'), known) : null;
}

/** Of these keys the columns that there are, each once, after the one that leads to the row. */
export function knownColumns(keys: readonly string[], known: readonly string[]): string[] {
  return [...new Set([...known.slice(0, 1), ...keys.filter((key) => known.includes(key))])];
}

/** As an address says them. */
export const writeColumns = (keys: readonly string[]): string => keys.join('.');

export type ShownColumn<Row> = Column<Row> & {
  /** Not chosen, but a card on a phone shows it all the same. */
  cardOnly?: boolean;
};

/** What to draw: the usual columns, which give way as it gets narrow; or those that were chosen, all of them. */
export function shownColumns<Row>(columns: readonly Column<Row>[], chosen: readonly string[] | undefined): ShownColumn<Row>[] {
  const usual = columns.filter(({ extra }) => !extra);
  if (!chosen || isSame(chosen, keysOf(usual))) return usual;
  const own = chosen.flatMap((key) => columns.filter((column) => column.key === key)).map(({ hideBelow: _, ...column }) => column);
  const cards = usual.filter(({ key, card }) => card && !chosen.includes(key)).map((column) => ({ ...column, cardOnly: true }));
  // What only cards show stands behind the first column, where no edge of the table is.
  return [...own.slice(0, 1), ...cards, ...own.slice(1)];
}

const keysOf = (columns: readonly { key: string }[]) => columns.map(({ key }) => key);

export const isSame = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((key, place) => key === b[place]);

/** What a column without a width of its own needs to be read, and the boxes to tick before them all, in px. */
const [least, ticks] = [140, 36];
/** Styles know these widths, in px. */
const steps = [640, 800, 960, 1120, 1280, 1440, 1600, 1920, 2400];

/** What these columns need beside each other, in px, and the step of the list's width below which they cannot have it. */
export function widthOf<Row>(columns: readonly ShownColumn<Row>[]): { needs: number; step: number | undefined } {
  const needs = columns.reduce((sum, { width = least, cardOnly }) => sum + (cardOnly ? 0 : width), ticks);
  return { needs, step: steps.find((step) => step >= needs) ?? steps.at(-1) };
}
