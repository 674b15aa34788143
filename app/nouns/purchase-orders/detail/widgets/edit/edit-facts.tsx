import { NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { Section } from '../../../../../ui/blocks/section.tsx';
import type { Order } from '../order.ts';
import type { EditMode } from './use-edit-mode.ts';

/** The fields that a person may change. */
export function EditFacts({ order, mode: { head, setHead } }: { order: Order; mode: EditMode }) {
  const warehouses = choicesOf(order);
  const field = (name: keyof typeof head, now: string | null) => ({
    value: (head[name] === undefined ? now : head[name]) ?? '',
    onChange: (event: React.ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>) =>
      setHead({ [name]: event.currentTarget.value || null }),
  });
  return (
    <Section title="Delivery">
      <Stack gap={10}>
        <NativeSelect
          label="Mapped Location"
          description={order.source_location ? `Source location: ${order.source_location}` : undefined}
          data={[{ value: '', label: '-- Select Warehouse --' }, ...warehouses]}
          {...field('mapped_warehouse', order.mapped_warehouse)}
        />
        <TextInput type="date" label="Expected Date" {...field('expected_at', order.expected_on)} />
        <TextInput label="Carrier" maxLength={100} {...field('carrier', order.carrier)} />
        <TextInput label="Freight" maxLength={100} {...field('freight_number', order.freight_number)} />
        <Textarea label="Note" autosize minRows={2} {...field('note', order.note)} />
      </Stack>
    </Section>
  );
}

/** The buildings of the warehouse that is connected, and the one that it goes to, which may be of a former one. */
function choicesOf({ connector_locations, mapped_warehouse, warehouse_name }: Order) {
  const choices = connector_locations.map(({ code, name }) => ({ value: code, label: name }));
  if (mapped_warehouse === null || choices.some(({ value }) => value === mapped_warehouse)) return choices;
  return [...choices, { value: mapped_warehouse, label: warehouse_name ?? mapped_warehouse }];
}
