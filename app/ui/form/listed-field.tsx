import { Button, Group, NativeSelect, type NativeSelectProps, TextInput } from '@mantine/core';
import { useState } from 'react';
import { errorMessage } from '../words/error-message.ts';

export type Choice = { id: string; name: string };

type Props = Pick<NativeSelectProps, 'label' | 'description' | 'error' | 'name'> & {
  /** By which the form finds it. */
  'data-path'?: string;
  initial: string;
  onPick: (value: string) => void;
  list?: (() => Promise<Choice[]>) | undefined;
};

/** A value that is typed as it is, or chosen from a list that is fetched on request. */
export function ListedField({ initial, onPick, list, error, name, label, description, 'data-path': path }: Props) {
  const [value, setValue] = useState(initial);
  const [choices, setChoices] = useState<Choice[] | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const pick = (next: string) => {
    setValue(next);
    onPick(next);
  };
  const fetchList = async () => {
    setBusy(true);
    setTrouble(null);
    try {
      setChoices(list ? await list() : []);
    } catch (caught) {
      setTrouble(errorMessage(caught));
    } finally {
      setBusy(false);
    }
  };
  const shared = { ...{ name, label, description, value, 'data-path': path }, error: error ?? trouble, withAsterisk: false };
  return (
    <div>
      {choices ? (
        <NativeSelect {...shared} data={optionsOf(choices, value)} onChange={({ currentTarget }) => pick(currentTarget.value)} />
      ) : (
        <TextInput {...shared} autoComplete="off" spellCheck={false} onChange={({ currentTarget }) => pick(currentTarget.value)} />
      )}
      {list && (
        <Group mt={6}>
          <Button size="xs" variant="default" loading={busy} onClick={fetchList}>
            {choices ? 'List again' : 'Choose from a list'}
          </Button>
        </Group>
      )}
    </div>
  );
}

/** A value that the list lacks stays, and shows that it is not in it. */
function optionsOf(choices: readonly Choice[], value: string) {
  const isListed = value === '' || choices.some(({ id }) => id === value);
  return [
    { value: '', label: choices.length === 0 ? 'There is none' : 'None' },
    ...(isListed ? [] : [{ value, label: `${value} (not in the list)` }]),
    ...choices.map(({ id, name }) => ({ value: id, label: name === id ? id : `${name} (${id})` })),
  ];
}
