/** `isGone`: it is listed no longer; its row keeps its place while the list is in use. */
export type Steady<Row> = Row & { isGone?: true };

/** The rows of `kept` in their order, with what `fresh` says of each, and how many of `fresh` are not among them. */
export function steadyRows<Row>(
  kept: readonly Steady<Row>[],
  fresh: readonly Row[],
  keyOf: (row: Row) => string,
): { rows: Steady<Row>[]; more: number } {
  const byKey = new Map(fresh.map((row) => [keyOf(row), row]));
  const rows = kept.map((row): Steady<Row> => byKey.get(keyOf(row)) ?? { ...row, isGone: true });
  return { rows, more: fresh.length - rows.filter(({ isGone }) => !isGone).length };
}
