import type { Column } from '../declaration.ts';

/** The columns in the address, or null when it has none. The first column, which links to the row, is always included. */
export function readColumns(params: URLSearchParams, all: readonly string[]): string[] | null {
  const value = params.get('columns');
  return value ? knownColumns(value.split('.'), all) : null;
}

/** The known columns among these keys, each once, after the first column. */
export function knownColumns(keys: readonly string[], all: readonly string[]): string[] {
  return [...new Set([...all.slice(0, 1), ...keys.filter((key) => all.includes(key))])];
}

/** The columns as an address parameter. */
export const writeColumns = (keys: readonly string[]): string => keys.join('.');

export type ShownColumn<Row> = Column<Row> & {
  /** Not chosen, but shown on a phone's card. */
  cardOnly?: boolean;
};

/** The columns to render: the usual ones, which hide on narrow screens, or all chosen ones. */
export function shownColumns<Row>(columns: readonly Column<Row>[], chosen: readonly string[] | undefined): ShownColumn<Row>[] {
  const usual = columns.filter(({ extra }) => !extra);
  if (!chosen || isSame(chosen, keysOf(usual))) return usual;
  const own = chosen.flatMap((key) => columns.filter((column) => column.key === key)).map(({ hideBelow: _, ...column }) => column);
  const cards = usual.filter(({ key, card }) => card && !chosen.includes(key)).map((column) => ({ ...column, cardOnly: true }));
  // Columns for cards only come after the first column, where they do not affect the table's edges.
  return [...own.slice(0, 1), ...cards, ...own.slice(1)];
}

/** Without a column of pictures that no row has. */
export const withoutEmptyPictures = <Row>(columns: readonly ShownColumn<Row>[], rows: readonly Row[]): ShownColumn<Row>[] =>
  columns.filter(({ hasPicture }) => !hasPicture || rows.some(hasPicture));

const keysOf = (columns: readonly { key: string }[]) => columns.map(({ key }) => key);

export const isSame = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((key, place) => key === b[place]);

/** The minimum width of a column without a width, and the width of the checkbox column, in px. */
const [least, ticks] = [140, 36];
/** The widths for which styles exist, in px. */
const steps = [640, 800, 960, 1120, 1280, 1440, 1600, 1920, 2400];

/** The total width of these columns in px, and the breakpoint of the list's width below which they do not fit. */
export function widthOf<Row>(columns: readonly ShownColumn<Row>[]): { needs: number; step: number | undefined } {
  const needs = columns.reduce((sum, { width = least, cardOnly }) => sum + (cardOnly ? 0 : width), ticks);
  return { needs, step: steps.find((step) => step >= needs) ?? steps.at(-1) };
}
