import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { DateStyle } from '../../../../platform/date-style.ts';
import { partAhead } from '../../lazily.tsx';
import { useClock } from '../../time/clock.tsx';
import { dayIn } from '../../time/day.ts';
import { writeCalendarDay } from '../../time/write-time.ts';
import type { DaysFilter, Filter } from '../declaration.ts';
import { Chip } from './chip.tsx';
import { ChipLabel } from './chip-label.tsx';
import classes from './filter-bar.module.css';

const [DaysPanel, prepare] = partAhead(() => import('./days-panel.tsx'));

/** A filter for a range of days. */
export function DaysChip({ filter, onRemove }: { filter: DaysFilter; onRemove: (filter: Filter) => void }) {
  const [params] = useSearchParams();
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { dateStyle } = useClock();
  const days = { from: dayIn(params.get(filter.key)), to: dayIn(params.get(filter.endKey)) };
  return (
    <Chip filter={filter} value={written(days, dateStyle)} onRemove={onRemove}>
      <button
        ref={button}
        type="button"
        className={classes.choice}
        aria-haspopup="dialog"
        aria-expanded={opened}
        onClick={() => setOpened(!opened)}
        onPointerEnter={prepare}
        onFocus={prepare}
      >
        <ChipLabel label={filter.label} value={written(days, dateStyle)} />
      </button>
      {opened && (
        <DaysPanel
          filter={filter}
          days={days}
          beside={button}
          onClose={() => {
            setOpened(false);
            button.current?.focus();
          }}
        />
      )}
    </Chip>
  );
}

/** `Nov 1, 2026 – Nov 21, 2026` */
function written({ from, to }: { from: string | undefined; to: string | undefined }, dateStyle: DateStyle): string | undefined {
  const write = (day: string) => writeCalendarDay(day, dateStyle);
  if (from && to) return from === to ? write(from) : `${write(from)} – ${write(to)}`;
  if (from) return `from ${write(from)}`;
  return to && `to ${write(to)}`;
}
