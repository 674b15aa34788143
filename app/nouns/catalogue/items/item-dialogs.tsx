import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { FieldSchema } from '../../../ui/form/field-schema.ts';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import type { FormValues } from '../../../ui/form/form-from-schema.tsx';
import { itemAddress, type Kind, kinds } from '../kinds.ts';
import type { ItemValues } from '../values/item-values.ts';
import { itemCalls } from './item-calls.ts';

/** Creates an item, and leads to it. */
export function NewItemDialog({ kind, form, onClose }: { kind: Kind; form: FieldSchema; onClose: () => void }) {
  const navigate = useNavigate();
  const { one } = kinds[kind];
  return (
    <FormDialog
      title={`New ${one}`}
      call={itemCalls[kind].create}
      form={form}
      verb={`Create ${one}`}
      onSaved={({ id }) => navigate(itemAddress(kind, id))}
      onClose={onClose}
    />
  );
}

type Edited = { id: number; sku: string; category_id: number | null } & ItemValues;

/** Edits an item. Only what is changed here is set, whatever the feed changes in the meantime. */
export function EditItemDialog({ kind, item, form, onClose }: { kind: Kind; item: Edited; form: FieldSchema; onClose: () => void }) {
  // The page reads the item anew while it is edited.
  const [was] = useState(() => Object.fromEntries(Object.keys(form.properties ?? {}).map((field) => [field, item[field as keyof Edited]])));
  const initial = Object.entries(was).map(([field, value]) => [
    field,
    value === null ? '' : typeof value === 'number' ? String(value) : value,
  ]);
  return (
    <FormDialog
      title={`Edit ${item.sku}`}
      call={itemCalls[kind].change}
      params={{ id: item.id }}
      form={form}
      values={Object.fromEntries(initial) as FormValues}
      wasEach={was}
      verb="Save"
      onClose={onClose}
    />
  );
}
