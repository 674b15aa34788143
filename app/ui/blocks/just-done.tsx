import { useState } from 'react';
import { useLocation } from 'react-router';
import { type Undoable, useUndoables } from '../alerts/undoable.ts';
import { PressButton } from '../buttons/row-button.tsx';
import classes from './just-done.module.css';
import { type Placed, placeUndoables } from './undo-places.ts';

/** Takes back what was done on this page in the last seconds. */
export function JustDone() {
  const { pathname } = useLocation();
  const places = usePlaces(useUndoables().filter(({ at }) => at === pathname));
  return places.toReversed().map(({ id, what, run, isOver }) => (
    <PressButton key={id} run={run} style={isOver ? { visibility: 'hidden' } : undefined}>
      <span className={classes.what}>Undo {what}</span>
    </PressButton>
  ));
}

function usePlaces(done: readonly Undoable[]): Placed[] {
  const [before, setBefore] = useState<Placed[]>([]);
  const places = placeUndoables(before, done);
  if (keyOf(places) !== keyOf(before)) setBefore(places);
  return places;
}

const keyOf = (places: readonly Placed[]) => places.map(({ id }) => id).join();
