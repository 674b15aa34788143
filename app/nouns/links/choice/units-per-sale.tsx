import { TextInput } from '@mantine/core';

/** How many units of the product one sale takes. */
export function UnitsPerSale({ units, onChange }: { units: number; onChange: (units: number) => void }) {
  return (
    <TextInput
      type="number"
      label="Units per sale"
      description="How many units one sale takes from the shelf: six for a pack of six."
      defaultValue={units}
      onChange={({ currentTarget }) => onChange(Math.trunc(currentTarget.valueAsNumber) || 1)}
      {...{ min: 1, max: 10_000, step: 1, inputMode: 'numeric' }}
    />
  );
}
