import { RowButton } from '../../../ui/row-button.tsx';
import { useFocusWhenGone } from '../../../ui/use-focus-when-gone.ts';
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
  const { place, press } = useFocusWhenGone<HTMLFieldSetElement>(whatItWasAbout);
  const choose = (choice: () => void) => () => {
    press();
    choice();
  };
  return (
    <fieldset ref={place} className={classes.conflict} aria-label={`${label}: changed meanwhile`} data-undecided>
      <p role="alert">
        <strong>{who}</strong> {did} meanwhile.
      </p>
      <span className={classes.choices}>
        <RowButton onClick={choose(onTheirs)}>Take theirs</RowButton>
        {onMine && <RowButton onClick={choose(onMine)}>Keep mine</RowButton>}
      </span>
    </fieldset>
  );
}

/** The field or the line; where that is gone too, the next question. */
function whatItWasAbout(place: HTMLElement) {
  const field = (place.closest('tr')?.previousElementSibling ?? place.parentElement)?.querySelector<HTMLElement>('input, select, textarea');
  return () => (field?.isConnected ? field : document.querySelector<HTMLElement>('#main [data-undecided] button'));
}
