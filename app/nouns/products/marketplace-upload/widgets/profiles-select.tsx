import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { MultiSelect } from '@mantine/core';
import type { Profile } from '../contract.ts';

type Props = { profiles: readonly Profile[]; value: string[]; onChange: (ids: string[]) => void };

/** The profiles to upload to. */
export function ProfilesSelect({ profiles, value, onChange }: Props) {
  return (
    <MultiSelect
      label="Profiles"
      placeholder={value.length === 0 ? 'Choose profiles' : ''}
      data={profiles.map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      onChange={onChange}
      maxDropdownHeight={400}
      nothingFoundMessage="Sorry, no matching options."
      searchable
      clearable
    />
  );
}
