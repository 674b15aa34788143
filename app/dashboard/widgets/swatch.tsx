import classes from './series.module.css';

/** The colour and pattern of a series, beside its name. */
export function Swatch({ series }: { series: number }) {
  return <span className={`${classes.series} ${classes.swatch}`} data-series={series} />;
}
