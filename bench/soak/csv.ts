/** Rows of figures as a file of comma-separated values, with the names of the first row's values above. */
export function csv(rows: Record<string, string | number>[]): string {
  const line = (cells: (string | number)[]) =>
    `${cells.map((cell) => (typeof cell === 'number' ? Number(cell.toFixed(3)) : cell)).join(',')}\n`;
  const [first] = rows;
  return first ? line(Object.keys(first)) + rows.map((row) => line(Object.values(row))).join('') : '';
}
