import classes from './connector-mark.module.css';

type Props = { label: string; logo: string | null };

/** The sign of a connector, or the first letter of its name. The name stands beside it, so it is nothing to read out. */
export function ConnectorMark({ label, logo }: Props) {
  return (
    <span className={classes.mark} aria-hidden>
      {logo === null ? (
        label.slice(0, 1)
      ) : (
        <svg viewBox="0 0 24 24" role="presentation">
          <path d={logo} />
        </svg>
      )}
    </span>
  );
}
