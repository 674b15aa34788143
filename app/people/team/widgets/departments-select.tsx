import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { MultiSelect } from '@mantine/core';
import { useState } from 'react';
import type { Member } from '../contract.ts';

type Props = { departments: Member['departments']; value: number[]; onChange: (ids: number[]) => void; error?: string | undefined };

/** Departments to be in; none is all right. Its list closes with each choice: it would lie on the buttons of the dialog. */
export function DepartmentsSelect({ departments, value, onChange, error }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <MultiSelect
      label="Departments"
      description="They decide who is notified of which issue. They do not limit what people can see."
      placeholder={value.length === 0 ? 'None' : ''}
      data={departments.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value.map(String)}
      onChange={(ids) => onChange(ids.map(Number))}
      dropdownOpened={isOpen}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      onOptionSubmit={() => setOpen(false)}
      // Only where the list closes with each choice: in an open one the next Enter would take the first of all.
      selectFirstOptionOnChange
      maxDropdownHeight={400}
      error={error}
      searchable
      clearable
    />
  );
}
