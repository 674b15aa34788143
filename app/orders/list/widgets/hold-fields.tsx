import { Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Given } from '../../../ui/list/declaration.ts';
import { useClock } from '../../../ui/time/clock.tsx';
import { dayAt, daysBefore } from '../../../ui/time/day.ts';

/** Why orders are put on hold, and until when; both may stay empty. */
export function HoldFields({ onChange }: { onChange: (given: Given) => void }) {
  const { now, timezone } = useClock();
  const [entered, setEntered] = useState({ reason: '', until: '' });
  const enter = (change: Partial<typeof entered>) => {
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
        description="On this day they go on by themselves. Empty: when someone takes them off hold."
        type="date"
        min={daysBefore(dayAt(now, timezone), -1)}
        value={entered.until}
        onChange={({ currentTarget }) => enter({ until: currentTarget.value })}
      />
    </Stack>
  );
}
