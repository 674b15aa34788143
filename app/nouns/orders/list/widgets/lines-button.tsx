import { useEffect, useRef, useState } from 'react';
import { partAhead } from '../../../../ui/lazily.tsx';
import classes from './lines.module.css';
import type { OrderInList } from './loaded.ts';

const [OpenedLines, prepare] = partAhead(() => import('./opened-lines.tsx'));

/** How long a pointer rests on the number before it opens, and how long the lines stay once it has left, in ms. */
const [restMs, leaveMs] = [250, 200];

/** How many units an order has; its lines are shown beside the number to a pointer that rests on it, and when it is pressed. */
export function LinesButton({ order: { id, order_number, units_ordered } }: { order: OrderInList }) {
  const [opened, setOpened] = useState<'rested' | 'pressed' | null>(null);
  const target = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);
  // The lines had the focus, once they were pressed open.
  useEffect(() => {
    if (opened === null && hadFocus.current) target.current?.focus({ preventScroll: true });
    hadFocus.current = opened === 'pressed';
  }, [opened]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const later = (ms: number, next: (now: typeof opened) => typeof opened) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpened(next), ms);
  };
  const units = units_ordered.toLocaleString('en-US');
  return (
    <span
      className={classes.place}
      onPointerDown={() => clearTimeout(timer.current)}
      onPointerEnter={({ pointerType }) => {
        if (pointerType !== 'mouse') return;
        prepare();
        later(restMs, (now) => now ?? 'rested');
      }}
      onPointerLeave={() => later(leaveMs, (now) => (now === 'rested' ? null : now))}
    >
      <button
        ref={target}
        type="button"
        className={classes.units}
        aria-label={`${units} ${units_ordered === 1 ? 'unit' : 'units'}: lines of ${order_number}`}
        aria-haspopup="dialog"
        aria-expanded={opened !== null}
        onFocus={prepare}
        onClick={() => {
          clearTimeout(timer.current);
          setOpened(opened === 'pressed' ? null : 'pressed');
        }}
      >
        {units}
      </button>
      {opened && (
        <OpenedLines order={{ id, order_number }} button={target} isPressed={opened === 'pressed'} onClose={() => setOpened(null)} />
      )}
    </span>
  );
}
