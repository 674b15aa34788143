import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { MultiSelect, type MultiSelectProps } from '@mantine/core';
import { useState } from 'react';
import { ChooseButton } from './choices/choose-button.tsx';
import { chosenIn } from './choices/chosen-in.ts';
import { type Choice, choiceLabel, type ListChoices, useChoices } from './choices/use-choices.ts';

type Props = Pick<MultiSelectProps, 'label' | 'description' | 'error' | 'placeholder' | 'name'> & {
  /** By which the form finds it. */
  'data-path'?: string;
  /** A JSON list of ids, as the value is. */
  initial: string;
  onPick: (value: string) => void;
  list?: ListChoices;
};

/** Several choices of a list that is fetched on request. What is chosen already stays, and can be taken away, before that. */
export default function ManyField({ initial, onPick, list, error, placeholder, ...field }: Props) {
  const [chosen, setChosen] = useState(() => chosenIn(initial));
  const { choices, trouble, busy, fetchList } = useChoices(list);
  const pick = (ids: string[]) => {
    setChosen(ids);
    onPick(JSON.stringify(ids));
  };
  return (
    <div>
      <MultiSelect
        {...field}
        data={dataOf(choices, chosen)}
        value={chosen}
        onChange={pick}
        placeholder={chosen.length === 0 ? (placeholder ?? 'All') : ''}
        nothingFoundMessage={choices ? 'There is none like this' : 'List them first'}
        error={error ?? trouble}
        maxDropdownHeight={300}
        withAsterisk={false}
        searchable
        clearable
      />
      {list && <ChooseButton isListed={choices !== null} busy={busy} onPress={fetchList} />}
    </div>
  );
}

/** What is chosen and not in the list stays, and shows that. */
function dataOf(choices: readonly Choice[] | null, chosen: readonly string[]) {
  const missing = chosen.filter((id) => !choices?.some((choice) => choice.id === id));
  return [
    ...(choices ?? []).map((choice) => ({ value: choice.id, label: choiceLabel(choice) })),
    ...missing.map((id) => ({ value: id, label: choices ? `${id} (not in the list)` : id })),
  ];
}
