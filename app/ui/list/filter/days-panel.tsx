import { Button, TextInput } from '@mantine/core';
import { useClickOutside } from '@mantine/hooks';
import { type RefObject, useState } from 'react';
import { useNavigate } from 'react-router';
import { AnchoredPanel } from '../../dialog/anchored-panel.tsx';
import { DialogButtons } from '../../dialog/dialog-buttons.tsx';
import { PlainForm } from '../../plain-form.tsx';
import { useClock } from '../../time/clock.tsx';
import { dayAt, daysBefore } from '../../time/day.ts';
import type { DaysFilter } from '../declaration.ts';
import { changeAddress, useNextParams } from '../list-address.ts';
import classes from './days-panel.module.css';

type Days = { from: string | undefined; to: string | undefined };
type Props = { filter: DaysFilter; days: Days; beside: RefObject<HTMLElement | null>; onClose: () => void };

/** Presets, and two days to choose. Enter applies, Esc closes. */
export default function DaysPanel({ filter, days, beside, onClose }: Props) {
  const next = useNextParams();
  const navigate = useNavigate();
  const [from, setFrom] = useState(days.from ?? '');
  const [to, setTo] = useState(days.to ?? '');
  const panel = useClickOutside<HTMLFormElement>(onClose, null, [beside.current]);
  const backwards = from !== '' && to !== '' && to < from;
  const apply = (start: string, end: string) => {
    onClose();
    navigate(changeAddress(next, { [filter.key]: start, [filter.endKey]: end }), { preventScrollReset: true });
  };
  return (
    <AnchoredPanel opened label={filter.label} place={classes.place} width={336} onClose={onClose}>
      <PlainForm
        ref={panel}
        className={classes.panel}
        onKeyDown={(event) => event.key === 'Escape' && onClose()}
        send={() => backwards || apply(from, to)}
      >
        <Usual onChoose={apply} />
        <div className={classes.days}>
          <TextInput type="date" label="From" value={from} onChange={({ currentTarget: { value } }) => setFrom(value)} data-autofocus />
          <TextInput
            type="date"
            label="To"
            value={to}
            onChange={({ currentTarget: { value } }) => setTo(value)}
            error={backwards && 'It ends before it starts.'}
          />
        </div>
        <DialogButtons onCancel={onClose}>
          <Button type="submit" disabled={backwards}>
            Apply
          </Button>
        </DialogButtons>
      </PlainForm>
    </AnchoredPanel>
  );
}

/** In the account's time zone. */
function Usual({ onChoose }: { onChoose: (from: string, to: string) => void }) {
  const { now, timezone } = useClock();
  const today = dayAt(now, timezone);
  return (
    <div className={classes.usual}>
      {usual.map(({ label, days }) => (
        <Button key={label} size="xs" variant="default" onClick={() => onChoose(daysBefore(today, days - 1), today)}>
          {label}
        </Button>
      ))}
    </div>
  );
}

const usual = [
  { label: 'Today', days: 1 },
  { label: 'Last 7 days', days: 7 },
  { label: 'Last 30 days', days: 30 },
  { label: 'Last 365 days', days: 365 },
];
