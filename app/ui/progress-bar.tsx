import classes from './progress-bar.module.css';

type Props = {
  label: string;
  done: number;
  /** Unknown until the other side has told it: the bar is then indeterminate. */
  total?: number | null;
  failed?: number;
  /** After the counts, as in `3 could not be read`. */
  detail?: React.ReactNode;
};

/** The progress of a long run, with its counts. */
export function ProgressBar({ label, done, total, failed = 0, detail }: Props) {
  const share = total ? Math.min(1, done / total) : null;
  return (
    <div className={classes.progress}>
      <div className={classes.words}>
        <span>{label}</span>
        <span className="figure">
          {done.toLocaleString('en-US')}
          {total ? ` of ${total.toLocaleString('en-US')}` : ''}
          {failed > 0 && <span className={classes.failed}> · {failed.toLocaleString('en-US')} failed</span>}
          {detail && <> · {detail}</>}
        </span>
      </div>
      <progress className={classes.bar} aria-label={label} max={1} value={share ?? undefined} />
    </div>
  );
}
