import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { minutesIn, timeLabel, timesOfDay } from './times-of-day.ts';

type Props = Omit<NativeSelectProps, 'data' | 'onChange' | 'value'> & { value: string; onChange: (value: string) => void };

const halfHours = timesOfDay(30);

/** A time of the day as `HH,MM`, at half hours. One that is stored and not on a half hour stays a choice. */
export function TimeOfDaySelect({ value, onChange, ...select }: Props) {
  const odd = value !== '' && !halfHours.some((time) => time.value === value);
  return (
    <NativeSelect
      {...select}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      data={[{ value: '', label: 'Select time' }, ...(odd ? [{ value, label: timeLabel(minutesIn(value) ?? 0) }] : []), ...halfHours]}
    />
  );
}
