import { Button, Group } from '@mantine/core';
import { useFocusWhenGone } from '../../../../ui/hooks/use-focus-when-gone.ts';
import classes from './edit.module.css';

type Props = {
  /** The label of what both changed. */
  label: string;
  who: string;
  /** What the other person did, as in `has changed this to Bath`. */
  did: React.ReactNode;
  onTheirs: () => void;
  /** Absent where one's own value is no longer possible. */
  onMine?: (() => void) | undefined;
};

/** Two people changed the same field: shows the other's change and asks which one to keep. */
export function Conflict({ label, who, did, onTheirs, onMine }: Props) {
  const { place, press } = useFocusWhenGone<HTMLFieldSetElement>(whatItWasAbout);
  const choose = (choice: () => void) => () => {
    press();
    choice();
  };
  return (
    <fieldset ref={place} className={classes.conflict} aria-label={`${label}: changed by somebody else`} data-undecided>
      <p role="alert">
        <strong>{who}</strong> {did}.
      </p>
      <Group gap={6}>
        <Button size="xs" variant="default" onClick={choose(onTheirs)}>
          Take theirs
        </Button>
        {onMine && (
          <Button size="xs" variant="default" onClick={choose(onMine)}>
            Keep mine
          </Button>
        )}
      </Group>
    </fieldset>
  );
}

/** Focuses the field or line; where that is gone, the next conflict. */
function whatItWasAbout(place: HTMLElement) {
  const field = (place.closest('tr')?.previousElementSibling ?? place.parentElement)?.querySelector<HTMLElement>('input, select, textarea');
  return () => (field?.isConnected ? field : document.querySelector<HTMLElement>('#main [data-undecided] button'));
}
