import { type ComboboxItem, Group, type OptionsFilter, Select } from '@mantine/core';
import { useClock } from '../../../../ui/time/clock.tsx';
import { writeTimeOfDay } from '../../../../ui/time/write-time.ts';
import type { ListedTimezone } from '../contract.ts';

type Props = {
  zones: readonly ListedTimezone[];
  value: string;
  onChange: (timezone: string) => void;
  error?: React.ReactNode;
  disabled?: boolean;
};

/** A time zone, found by its name or place, with the time that it is there. */
export function TimezoneSelect({ zones, value, onChange, error, disabled = false }: Props) {
  const clock = useClock();
  const choices = zones.some(({ timezone }) => timezone === value) ? zones : [...zones, { timezone: value, location: value, offset: null }];
  const offsets = new Map(choices.map(({ timezone, offset }) => [timezone, offset]));
  const timeIn = (timezone: string) => {
    const offset = offsets.get(timezone);
    return typeof offset === 'number' ? writeTimeOfDay(new Date(clock.now + offset * 60_000), { ...clock, timezone: 'UTC' }) : '';
  };
  return (
    <Select
      label="Time zone"
      description={timeIn(value) && `It is ${timeIn(value)} there now.`}
      data={choices.map(({ timezone, location }) => ({
        value: timezone,
        label: location === timezone ? timezone : `${location} (${timezone})`,
      }))}
      value={value}
      onChange={(next) => next && onChange(next)}
      searchable
      filter={byWords}
      nothingFoundMessage="Sorry, no matching options."
      allowDeselect={false}
      maxDropdownHeight={400}
      error={error}
      disabled={disabled}
      openOnFocus={false}
      // Four hundred options, made when they are looked for.
      comboboxProps={{ keepMounted: false }}
      renderOption={({ option }) => (
        <Group justify="space-between" wrap="nowrap" flex={1}>
          <span>{option.label}</span>
          <span className="soft figure" style={{ whiteSpace: 'nowrap' }}>
            {timeIn(option.value)}
          </span>
        </Group>
      )}
    />
  );
}

/** Every word that is typed is somewhere in the name; `_` and `/` are spaces. */
const byWords: OptionsFilter = ({ options, search }) => {
  const words = bare(search).split(' ').filter(Boolean);
  return (options as ComboboxItem[]).filter(({ label }) => words.every((word) => bare(label).includes(word)));
};

const bare = (text: string) => text.toLowerCase().replace(/[^\p{L}\d+-]+/gu, ' ');
