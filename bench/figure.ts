/** One measured number, as `docs/benchmarks.md` lists it. `floor` was measured in the same run; `ratio` is value to floor. */
export type Figure = {
  bench: string;
  /** The variant, when a benchmark has several: a filter, a workload. */
  case?: string;
  /** How many rows there were. */
  rows?: number;
  metric: string;
  value: number;
  floor?: number;
  ratio?: number;
  /** The factor to the same measurement with 20,000 orders. */
  growth?: number;
  /** For the table only: the goal, or what the floor is. */
  goal?: string;
};

/** A benchmark. It creates and drops what it needs. */
export type Benchmark = { name: string; about: string; run: () => Promise<Figure[]> };

/** A figure with its floor. */
export function beside(figure: Omit<Figure, 'ratio'> & { floor: number }): Figure {
  return { ...figure, ratio: figure.value / figure.floor };
}

/** The smallest value that at least this share (0 to 1) of the values does not exceed. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? Number.NaN;
}

/** One JSON line per figure, for programs. */
export function jsonLine({ goal: _, ...figure }: Figure): string {
  return JSON.stringify(figure, (_key, value) => (typeof value === 'number' ? rounded(value) : value));
}

/** A table, for people. */
export function table(figures: Figure[]): string {
  const rows = figures.map((figure) => [
    [figure.bench, figure.case].filter(Boolean).join(' · '),
    figure.rows === undefined ? '' : figure.rows.toLocaleString('en-US'),
    figure.metric,
    written(figure.value),
    figure.floor === undefined ? '' : written(figure.floor),
    figure.ratio === undefined ? '' : `${written(figure.ratio)} ×`,
    figure.growth === undefined ? '' : `${written(figure.growth)} ×`,
    figure.goal ?? '',
  ]);
  const all = [['benchmark', 'rows', 'metric', 'measured', 'floor', 'ratio', 'growth', 'goal'], ...rows];
  const widths = (all[0] ?? []).map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const line = (row: string[]) =>
    row
      .map((cell, column) => ([0, 2, 7].includes(column) ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ');
  return [line(all[0] ?? []), widths.map((width) => '─'.repeat(width)).join('──'), ...rows.map(line)].join('\n');
}

const rounded = (value: number) => Number(value.toPrecision(4));
const written = (value: number) => rounded(value).toLocaleString('en-US', { maximumFractionDigits: 3 });
