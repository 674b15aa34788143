/** A flow as it is shown: how much of it an hour, and a bar for each hour as an SVG path, with words for who does not see it. */
export type ShownFlow = { rate: string; path: string; words: string };

const drawn = { height: 20, step: 4, bar: 3 };

/** Draws a number for each hour of a day, the current one last. An hour of nothing has no bar. */
export function drawFlow(label: string, values: readonly number[]): ShownFlow {
  const most = Math.max(0, ...values);
  const bars = values.map((value, place) => {
    const tall = Math.max(2, Math.round((drawn.height * value) / most));
    return value === 0 ? '' : `M${place * drawn.step} ${drawn.height}v${-tall}h${drawn.bar}v${tall}z`;
  });
  return {
    rate: rateOf(values),
    path: bars.join(''),
    words: `${label} by the hour: at most ${write(most)}, now ${write(values.at(-1) ?? 0)}`,
  };
}

/** A whole number from ten on, else with one figure behind the point. */
export function rateOf(values: readonly number[]): string {
  const mean = values.reduce((sum, n) => sum + n, 0) / values.length;
  if (mean === 0) return 'none in 24 hours';
  return mean < 0.1 ? 'under 0.1 an hour' : `${write(mean >= 10 ? Math.round(mean) : Math.round(mean * 10) / 10)} an hour`;
}

const write = (n: number) => n.toLocaleString('en-US');
