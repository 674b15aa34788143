import { useLocation } from 'react-router';
import { useUndoables } from '../alerts/undoable.ts';
import { PressButton } from '../buttons/row-button.tsx';
import classes from './just-done.module.css';

/** More would push the page's own buttons away; their alerts have theirs. */
const mostShown = 3;

/** Takes back what was done on this page in the last seconds. */
export function JustDone() {
  const { pathname } = useLocation();
  const done = useUndoables().filter(({ at }) => at === pathname);
  return done.slice(-mostShown).map(({ id, what, run }) => (
    <PressButton key={id} run={run}>
      <span className={classes.what}>Undo {what}</span>
    </PressButton>
  ));
}
