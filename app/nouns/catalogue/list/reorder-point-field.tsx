import { TextInput } from '@mantine/core';
import { useReadyOnceShown } from '../../../ui/list/bulk/use-ready-once-shown.ts';
import type { FieldsProps } from '../../../ui/list/declaration.ts';

/** Below how many units the selected items count as low. */
export default function ReorderPointField({ onChange }: FieldsProps) {
  useReadyOnceShown(onChange);
  return (
    <TextInput
      mt={12}
      label="Reorder point"
      inputMode="numeric"
      autoComplete="off"
      onChange={({ currentTarget }) => onChange({ reorder_point: currentTarget.value.trim() })}
    />
  );
}
