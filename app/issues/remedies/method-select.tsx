import { Select } from '@mantine/core';
import type { Hints } from './use-hints.ts';

type Props = {
  groups: Hints['methods'];
  value: string | null;
  onChange: (code: string | null) => void;
  error: string | null;
  /** The channel's name for it. */
  from: string;
};

/** The warehouse's shipping methods, grouped by carrier. */
export function MethodSelect({ groups, value, onChange, error, from }: Props) {
  return (
    <Select
      label="Warehouse shipping method"
      description={
        groups.length === 0
          ? 'The warehouse has not told its methods yet. They come with its next sync.'
          : from && `The channel calls it “${from}”.`
      }
      placeholder="Choose a method"
      data={groups.map(({ carrier, methods }) => ({
        group: carrier,
        items: methods.map(({ code, name }) => ({ value: code, label: name })),
      }))}
      value={value}
      onChange={onChange}
      error={error}
      searchable
      data-autofocus
      openOnFocus={false}
      comboboxProps={{ withinPortal: false }}
    />
  );
}
