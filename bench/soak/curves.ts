import { rises } from './rises.ts';
import type { Sample } from './sample.ts';

/** A curve that may not rise: the name of its values, its title, and below which rise it does not count. */
export type Curve = { name: string; title: string; least: number };

export const curves: Curve[] = [
  { name: 'web_mb', title: 'Memory of web, MB', least: 20 },
  { name: 'worker_mb', title: 'Memory of the worker, MB', least: 20 },
  { name: 'connections', title: 'Connections to the database', least: 2 },
  { name: 'dead_percent', title: 'Dead rows to a hundred live ones', least: 2 },
  { name: 'kb_an_order', title: 'Size of the database, kB an order', least: 2 },
  { name: 'queue_mb', title: 'Size of the job queue, MB', least: 4 },
  { name: 'oldest_job_s', title: 'Oldest due job, s', least: 1 },
  { name: 'lag_s', title: 'Arrival to acceptance, 95 of 100, s', least: 0.5 },
];

export const valuesOf = (samples: Sample[], { name }: Curve): number[] => samples.map(({ values }) => values[name] ?? 0);
export const risingOf = (samples: Sample[]): Curve[] => curves.filter((curve) => rises(valuesOf(samples, curve), curve.least));

const [width, height, gap, columns] = [420, 150, 44, 2];
const rowHeight = height + gap + 16;

/** All curves as one picture. Each begins at zero; one that rises is red. */
export function picture(samples: Sample[]): string {
  const last = samples.at(-1)?.at ?? 0;
  const panels = curves.map((curve, index) => {
    const [x, y] = [gap + (index % columns) * (width + gap), gap + Math.floor(index / columns) * rowHeight];
    return `<g transform="translate(${x} ${y})">${panel(curve, samples, last)}</g>`;
  });
  const size = [columns * (width + gap) + gap, Math.ceil(curves.length / columns) * rowHeight + gap];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.join(' ')}" font-family="sans-serif" font-size="12">
<title>What must not grow while orders are sold</title>
<rect width="100%" height="100%" fill="#fff"/>
${panels.join('\n')}
</svg>
`;
}

function panel(curve: Curve, samples: Sample[], last: number): string {
  const values = valuesOf(samples, curve);
  const most = Math.max(...values, Number.MIN_VALUE);
  const isRising = rises(values, curve.least);
  const points = samples.map(({ at }, index) => {
    const [x, y] = [(at / Math.max(1, last)) * width, height - ((values[index] ?? 0) / most) * height];
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  const figures = `${written(values[0])} at first, ${written(most)} at most, ${written(values.at(-1))} in the end`;
  return [
    `<text y="-22" font-weight="bold">${curve.title}${isRising ? ': rises' : ''}</text><text y="-7" fill="#555">${figures}</text>`,
    `<path d="M0 0V${height}H${width}" fill="none" stroke="#999"/>`,
    `<text x="${width}" y="${height + 14}" text-anchor="end" fill="#555">${Math.round(last / 60)} min</text>`,
    `<polyline points="${points.join(' ')}" fill="none" stroke="${isRising ? '#c92a2a' : '#1971c2'}" stroke-width="1.5"/>`,
  ].join('');
}

const written = (value = 0) => Number(value.toPrecision(3)).toLocaleString('en-US');
