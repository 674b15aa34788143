import { RowButton } from '../../../../ui/row-button.tsx';
import classes from './edit.module.css';

type Props = {
  /** What both changed, as its label says. */
  label: string;
  who: string;
  /** What they did, as in `changed this to Bath`. */
  did: React.ReactNode;
  onTheirs: () => void;
  /** Absent where one's own cannot stand any more. */
  onMine?: (() => void) | undefined;
};

/** Two people changed the same: says what the other did, and asks which one counts. */
export function Conflict({ label, who, did, onTheirs, onMine }: Props) {
  return (
    <fieldset className={classes.conflict} aria-label={`${label}: changed meanwhile`} data-undecided>
      <p role="alert">
        <strong>{who}</strong> {did} meanwhile.
      </p>
      <span className={classes.choices}>
        <RowButton onClick={onTheirs}>Take theirs</RowButton>
        {onMine && <RowButton onClick={onMine}>Keep mine</RowButton>}
      </span>
    </fieldset>
  );
}
