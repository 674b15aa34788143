import { type ImportResult, phases } from './imports/import-through.ts';
import type { Result } from './round.ts';

export type ImportRow = ImportResult & { struck: string };

const columns = ['fault', 'orders', 'seconds until agreement', 'lost', 'doubled', 'falsely marked'];

/** The results as a table for people, aligned. */
export const tableOf = (results: Result[]): string =>
  aligned(
    columns,
    results.map(({ fault, orders, seconds, verdict }) => [
      fault,
      String(orders),
      seconds === null ? 'never' : seconds.toFixed(1),
      ...[verdict.lost, verdict.doubled, verdict.false].map(({ length }) => String(length)),
    ]),
  );

const phaseTitles = { upload: 'uploading', check: 'checking', apply: 'applying', index: 'indexing', undo: 'undoing' };

/** The same of imports: the seconds from the end of the strike until the phase was done. */
export const importTableOf = (results: ImportRow[]): string =>
  aligned(
    ['struck in the middle of', ...phases.map((phase) => phaseTitles[phase]), 'trouble'],
    results.map(({ struck, seconds, trouble }) => [struck, ...phases.map((phase) => seconds[phase].toFixed(1)), String(trouble.length)]),
  );

/** A table for people. */
export function aligned(titles: string[], rows: string[][]): string {
  const widths = titles.map((title, index) => Math.max(title.length, ...rows.map((row) => row[index]?.length ?? 0)));
  const line = (cells: string[]) =>
    `| ${cells.map((cell, index) => (index === 0 ? cell.padEnd(widths[index] ?? 0) : cell.padStart(widths[index] ?? 0))).join(' | ')} |`;
  const rule = `|${widths.map((width, index) => (index === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
  return [line(titles), rule, ...rows.map(line)].join('\n');
}

export const isGood = ({ seconds, verdict, crashes }: Result) =>
  seconds !== null && crashes === 0 && verdict.lost.length + verdict.doubled.length + verdict.false.length === 0;

/** What went wrong, a few lines per fault. */
export function troubleIn(results: Result[]): string {
  return results
    .filter((result) => !isGood(result))
    .flatMap(({ fault, verdict, crashes }) => [
      `${fault}:`,
      ...(crashes > 0 ? [`  ${crashes} processes ended that nobody struck`] : []),
      ...[...verdict.lost, ...verdict.doubled, ...verdict.false].slice(0, 10).map((line) => `  ${line}`),
    ])
    .join('\n');
}
