import { NativeSelect } from '@mantine/core';
import { useReadyOnceShown } from '../../../ui/list/bulk/use-ready-once-shown.ts';
import type { FieldsProps } from '../../../ui/list/declaration.ts';
import type { Category } from '../categories/contract.ts';

type Props = FieldsProps & { categories: readonly Category[] };

/** Which category the selected items get. */
export default function CategoryField({ categories, onChange }: Props) {
  useReadyOnceShown(onChange);
  const data = [{ value: '', label: 'No category' }, ...categories.map(({ id, name }) => ({ value: String(id), label: name }))];
  return (
    <NativeSelect mt={12} label="Category" data={data} onChange={({ currentTarget }) => onChange({ category_id: currentTarget.value })} />
  );
}
