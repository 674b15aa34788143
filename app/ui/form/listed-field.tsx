import { NativeSelect, type NativeSelectProps, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ChooseButton } from './choices/choose-button.tsx';
import { type Choice, choiceLabel, type ListChoices, useChoices } from './choices/use-choices.ts';

type Props = Pick<NativeSelectProps, 'label' | 'description' | 'error' | 'name'> & {
  /** By which the form finds it. */
  'data-path'?: string;
  initial: string;
  onPick: (value: string) => void;
  list?: ListChoices;
};

/** A value that is typed as it is, or chosen from a list that is fetched on request. */
export function ListedField({ initial, onPick, list, error, name, label, description, 'data-path': path }: Props) {
  const [value, setValue] = useState(initial);
  const { choices, trouble, busy, fetchList } = useChoices(list);
  const pick = (next: string) => {
    setValue(next);
    onPick(next);
  };
  const shared = { ...{ name, label, description, value, 'data-path': path }, error: error ?? trouble, withAsterisk: false };
  return (
    <div>
      {choices ? (
        <NativeSelect {...shared} data={optionsOf(choices, value)} onChange={({ currentTarget }) => pick(currentTarget.value)} />
      ) : (
        <TextInput {...shared} autoComplete="off" spellCheck={false} onChange={({ currentTarget }) => pick(currentTarget.value)} />
      )}
      {list && <ChooseButton isListed={choices !== null} busy={busy} onPress={fetchList} />}
    </div>
  );
}

/** A value that the list lacks stays, and shows that it is not in it. */
function optionsOf(choices: readonly Choice[], value: string) {
  const isListed = value === '' || choices.some(({ id }) => id === value);
  return [
    { value: '', label: choices.length === 0 ? 'There is none' : 'None' },
    ...(isListed ? [] : [{ value, label: `${value} (not in the list)` }]),
    ...choices.map((choice) => ({ value: choice.id, label: choiceLabel(choice) })),
  ];
}
