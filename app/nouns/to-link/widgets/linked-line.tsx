import { PressButton } from '../../../ui/buttons/row-button.tsx';
import classes from './to-link.module.css';
import type { Linked } from './use-linked.ts';

/** What was linked together a moment ago, with its Undo; else how the list is worked with. */
export function LinkedLine({ linked, isEmpty }: { linked: readonly Linked[]; isEmpty: boolean }) {
  const together = linked.filter(({ keys }) => keys.length !== 1);
  return (
    <div className={classes.line} role="status">
      {together.map(({ at, words, undo }) => (
        <span key={at} className={classes.linked}>
          {words} {undo && <PressButton run={undo}>Undo</PressButton>}
        </span>
      ))}
      {together.length === 0 && !isEmpty && (
        <span className="soft">Link what is equal. What only looks alike shows how it differs: compare it first.</span>
      )}
    </div>
  );
}
