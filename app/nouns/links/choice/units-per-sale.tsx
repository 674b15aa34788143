import { TextInput } from '@mantine/core';
import { countedWords } from '../../../ui/words/counted-words.ts';

const meaning = 'How many units one sale takes from the shelf: six for a pack of six.';

type Props = {
  units: number;
  onChange: (units: number) => void;
  /** How many it took of what was linked before, where a person has to look at that. */
  before?: number;
};

/** How many units of the product one sale takes. */
export function UnitsPerSale({ units, onChange, before }: Props) {
  return (
    <TextInput
      type="number"
      label="Units per sale"
      description={before === undefined ? meaning : `One sale took ${countedWords(before, 'unit')} of what was linked before.`}
      defaultValue={units}
      onChange={({ currentTarget }) => onChange(Math.trunc(currentTarget.valueAsNumber) || 1)}
      {...{ min: 1, max: 10_000, step: 1, inputMode: 'numeric' }}
    />
  );
}
