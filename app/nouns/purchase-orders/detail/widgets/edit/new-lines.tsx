import '@mantine/core/styles/NumberInput.layer.css';
import { Group, NumberInput, TextInput } from '@mantine/core';
import { SubmitButton } from '../../../../../ui/buttons/submit-button.tsx';
import { usePress } from '../../../../../ui/use-press.ts';
import type { EditMode } from './use-edit-mode.ts';

/** Adds a line by the warehouse's SKU, a product's or a raw material's. What is neither is said beside the field, and stays in it. */
export function NewLines({ mode: { newLine } }: { mode: EditMode }) {
  const { sku, quantity, wrong, type, add } = newLine;
  const { busy, press } = usePress(add);
  return (
    <Group align="start" gap={10} mt={10}>
      <TextInput
        size="xs"
        label="Warehouse SKU to add"
        maxLength={200}
        value={sku}
        error={wrong}
        onChange={(event) => type({ sku: event.currentTarget.value })}
        onKeyDown={(event) => event.key === 'Enter' && void press()}
      />
      <NumberInput
        size="xs"
        w={110}
        label="Qty"
        {...{ min: 1, step: 1, allowDecimal: false, allowNegative: false }}
        value={quantity}
        onChange={(next) => type({ quantity: next })}
      />
      <SubmitButton size="xs" variant="default" mt={22} busy={busy} run={press}>
        Add line
      </SubmitButton>
    </Group>
  );
}
