import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import type { MethodGroup } from './contract.ts';

type Props = Omit<NativeSelectProps, 'data' | 'onChange' | 'value'> & {
  groups: readonly MethodGroup[];
  value: string;
  onChange: (code: string) => void;
};

/**
 * A select of the warehouse's shipping methods, grouped by carrier. What is stored stays a choice where the warehouse no longer lists
 * it.
 */
export function MethodSelect({ groups, value, onChange, ...select }: Props) {
  const listed = value === '' || groups.some(({ methods }) => methods.some(({ code }) => code === value));
  return (
    <NativeSelect
      {...select}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      data={[
        { value: '', label: noMethod },
        ...(listed ? [] : [{ value, label: `${value} (no longer listed)` }]),
        ...groups.map(methodsOf),
      ]}
    />
  );
}

export const noMethod = '-- Select Shipping Method --';

/** The methods of a carrier, as a select offers them. */
export const methodsOf = ({ carrier, methods }: MethodGroup) => ({
  group: carrier,
  items: methods.map(({ code, name }) => ({ value: code, label: name })),
});
