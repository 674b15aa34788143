import { styleText } from 'node:util';

export type Timing = { name: string; ms: number };

/** A list of the ten that took longest, longest first. */
export function slowest(title: string, timings: Timing[]): string {
  const ten = timings.toSorted((a, b) => b.ms - a.ms).slice(0, 10);
  return [styleText('bold', title), ...ten.map(({ name, ms }) => `${seconds(ms)} s  ${name}`)].join('\n');
}

const seconds = (ms: number) => (ms / 1000).toFixed(1).padStart(6);
