import { TextInput } from '@mantine/core';

const meaning = 'How many units one sale takes from the shelf: six for a pack of six.';

type Props = {
  /** Null where nobody has said them yet. */
  units: number | null;
  /** Null where the field is empty. */
  onChange: (units: number | null) => void;
  /** Why a person has to look at them. */
  why?: string;
  /** Why what it says was not sent. */
  error?: string | false;
};

/** How many units of the product one sale takes. */
export function UnitsPerSale({ units, onChange, why = meaning, error = false }: Props) {
  return (
    <TextInput
      type="number"
      label="Units per sale"
      description={why}
      error={error}
      defaultValue={units ?? ''}
      onChange={({ currentTarget }) => onChange(Math.trunc(currentTarget.valueAsNumber) || null)}
      {...{ min: 1, max: 10_000, step: 1, inputMode: 'numeric' }}
    />
  );
}
