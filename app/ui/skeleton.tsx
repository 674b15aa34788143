import classes from './skeleton.module.css';

/** Placeholder for up to ten rows while they load, shown after 200 ms. */
export function Skeleton({ rows = 3, label = 'Loading' }: { rows?: number; label?: string }) {
  return (
    <div className={classes.skeleton} role="status" aria-label={label}>
      {widths.slice(0, rows).map((width) => (
        <span key={width} style={{ width }} />
      ))}
    </div>
  );
}

const widths = ['72%', '58%', '81%', '46%', '66%', '77%', '52%', '84%', '61%', '49%'];
