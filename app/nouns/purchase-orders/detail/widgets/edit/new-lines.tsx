import '@mantine/core/styles/NumberInput.layer.css';
import { Button, Group, NumberInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { RowButton } from '../../../../../ui/buttons/row-button.tsx';
import type { EditMode } from './use-edit-mode.ts';

/** Adds lines by the warehouse's SKU, a product's or a raw material's. */
export function NewLines({ mode: { added, setAdded } }: { mode: EditMode }) {
  const [sku, setSku] = useState('');
  const [quantity, setQuantity] = useState<number | string>(1);
  const add = () => {
    if (sku.trim() === '' || typeof quantity !== 'number') return;
    setAdded([...added, { key: Date.now(), sku: sku.trim(), quantity }]);
    setSku('');
    setQuantity(1);
  };
  return (
    <>
      {added.map((line) => (
        <Group key={line.key} gap={12} py={4} fz="sm">
          <span className="mono">{line.sku}</span>
          <span>{line.quantity.toLocaleString('en-US')}</span>
          <RowButton onClick={() => setAdded(added.filter(({ key }) => key !== line.key))} aria-label={`Remove ${line.sku}`}>
            Remove
          </RowButton>
        </Group>
      ))}
      <Group align="end" gap={10} mt={10}>
        <TextInput
          size="xs"
          label="Warehouse SKU to add"
          value={sku}
          onChange={(event) => setSku(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Enter' && add()}
        />
        <NumberInput
          size="xs"
          w={110}
          label="Qty"
          min={1}
          step={1}
          allowDecimal={false}
          allowNegative={false}
          value={quantity}
          onChange={setQuantity}
        />
        <Button size="xs" variant="default" onClick={add}>
          Add line
        </Button>
      </Group>
    </>
  );
}
