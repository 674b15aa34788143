import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import type { RuleField } from '../contract.ts';

type Props = Omit<NativeSelectProps, 'data' | 'onChange' | 'value'> & {
  fields: readonly RuleField[];
  value: string;
  onChange: (name: string) => void;
};

/** A field by its description. */
export function FieldSelect({ fields, value, onChange, ...select }: Props) {
  return (
    <NativeSelect
      {...select}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      data={[{ value: '', label: '-- Select Field --' }, ...fields.map(({ name, description }) => ({ value: name, label: description }))]}
    />
  );
}
