import { Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useReadyOnceShown } from '../../../ui/list/bulk/use-ready-once-shown.ts';
import { useClock } from '../../../ui/time/clock.tsx';
import { dayAt, daysBefore } from '../../../ui/time/day.ts';

type Terms = { reason: string; until: string };

/** Why orders are put on hold, and until when; both may stay empty. */
export function HoldFields({ onChange }: { onChange: (given: Readonly<Record<string, string>>) => void }) {
  useReadyOnceShown(onChange);
  const { now, timezone } = useClock();
  const [entered, setEntered] = useState<Terms>({ reason: '', until: '' });
  const enter = (change: Partial<Terms>) => {
    const next = { ...entered, ...change };
    setEntered(next);
    onChange(Object.fromEntries(Object.entries(next).filter(([, value]) => value !== '')));
  };
  return (
    <Stack gap="sm" mt="md">
      <TextInput
        label="Reason"
        placeholder="Waits for the buyer’s reply"
        maxLength={200}
        value={entered.reason}
        onChange={({ currentTarget }) => enter({ reason: currentTarget.value })}
      />
      <TextInput
        label="Until"
        description="On this day the hold ends by itself. Empty: when someone ends it."
        type="date"
        min={daysBefore(dayAt(now, timezone), -1)}
        value={entered.until}
        onChange={({ currentTarget }) => enter({ until: currentTarget.value })}
      />
    </Stack>
  );
}
