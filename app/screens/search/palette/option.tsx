import { memo } from 'react';
import type { Destination } from '../destinations.ts';
import classes from './palette.module.css';

type Props = Pick<Destination, 'label' | 'aside' | 'to'> & { id: string; isChosen: boolean; onGo: (to: string) => void };

/** A place of the palette. A plain element, as each key draws all of them; with Mantine's that took five times as long. */
export const Option = memo(function Option({ id, label, aside, to, isChosen, onGo }: Props) {
  return (
    <button
      id={id}
      type="button"
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      className={classes.option}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onGo(to)}
    >
      <span className={classes.label}>{label}</span>
      {aside && <span className={classes.aside}>{aside}</span>}
    </button>
  );
});
