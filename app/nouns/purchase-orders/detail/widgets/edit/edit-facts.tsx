import { NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { Section } from '../../../../../ui/blocks/section.tsx';
import type { Order } from '../order.ts';
import type { EditMode } from './use-edit-mode.ts';

/** The fields that a person may change. */
export function EditFacts({ order, mode: { head, setHead } }: { order: Order; mode: EditMode }) {
  const warehouses = order.connector_locations.map(({ code, name }) => ({ value: code, label: name }));
  return (
    <Section title="Delivery">
      <Stack gap={10}>
        <NativeSelect
          label="Mapped Location"
          description={order.source_location ? `Source location: ${order.source_location}` : undefined}
          data={[{ value: '', label: '-- Select Warehouse --' }, ...warehouses]}
          value={(head.mapped_warehouse === undefined ? order.mapped_warehouse : head.mapped_warehouse) ?? ''}
          onChange={(event) => setHead({ mapped_warehouse: event.currentTarget.value || null })}
        />
        <TextInput
          type="date"
          label="Expected Date"
          value={(head.expected_at === undefined ? order.expected_on : head.expected_at) ?? ''}
          onChange={(event) => setHead({ expected_at: event.currentTarget.value || null })}
        />
        <TextInput
          label="Carrier"
          maxLength={100}
          value={(head.carrier === undefined ? order.carrier : head.carrier) ?? ''}
          onChange={(event) => setHead({ carrier: event.currentTarget.value || null })}
        />
        <TextInput
          label="Freight"
          maxLength={100}
          value={(head.freight_number === undefined ? order.freight_number : head.freight_number) ?? ''}
          onChange={(event) => setHead({ freight_number: event.currentTarget.value || null })}
        />
        <Textarea
          label="Note"
          autosize
          minRows={2}
          value={(head.note === undefined ? order.note : head.note) ?? ''}
          onChange={(event) => setHead({ note: event.currentTarget.value || null })}
        />
      </Stack>
    </Section>
  );
}
