import classes from './series.module.css';

/** Each series is told apart by colour and by pattern: solid, slanted, dotted, horizontal, slanted back, vertical. */
const patterns = ['', 'M-2 2 2 -2 M0 8 8 0 M6 10 10 6', 'M2 2h.01 M6 6h.01', 'M0 4h8', 'M-2 6 2 10 M0 0 8 8 M6 -2 10 2', 'M4 0v8'];

export const seriesColour = (series: number) => `var(--series-${series})`;
export const seriesFill = (series: number) => `url(#series-${series})`;

/** The patterns that `seriesFill` names: once on a page that shows a chart. */
export function SeriesPatterns() {
  return (
    <svg className={classes.patterns} aria-hidden="true">
      <defs>
        {patterns.map((path, at) => (
          <pattern key={path} id={`series-${at}`} width={8} height={8} patternUnits="userSpaceOnUse">
            <rect width={8} height={8} fill={seriesColour(at)} />
            <path d={path} className={classes.stroke} />
          </pattern>
        ))}
      </defs>
    </svg>
  );
}

/** The colour and pattern of a series, beside its name. */
export function Swatch({ series }: { series: number }) {
  return (
    <svg className={classes.swatch} aria-hidden="true">
      <rect width={12} height={12} rx={2} fill={seriesFill(series)} />
    </svg>
  );
}
