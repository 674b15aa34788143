import { Checkbox, NativeSelect, Stack } from '@mantine/core';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '../../../../../platform/call.ts';
import { changeColumnsCall } from '../../../../shared/imports/contract.ts';
import { FormButtons } from '../../../../ui/buttons/form-buttons.tsx';
import { SubmitButton } from '../../../../ui/buttons/submit-button.tsx';
import { useReread } from '../../../../ui/hooks/use-reread.ts';
import type { ShownImport } from '../shown-import.ts';
import classes from './columns-form.module.css';

type Props = { shown: ShownImport; onDone?: () => void };

/** Which of the file's columns each of ours is read from. A column that is not chosen leaves alone what it would set. */
export function ColumnsForm({ shown: { id, run_id, columns, headers, examples, create_categories, creates }, onDone }: Props) {
  const [chosen, setChosen] = useState(() => Object.fromEntries(columns.map(({ name, at }) => [name, at])));
  const [createCategories, setCreateCategories] = useState(create_categories);
  const { revalidate } = useRevalidator();
  const reread = useReread();
  const key = columns.find(({ isKey }) => isKey);
  const taken = Object.values(chosen).filter((at) => at !== null);
  const isTwice = new Set(taken).size < taken.length;
  const reason =
    key && chosen[key.name] === null ? `Choose the column with the ${key.title}.` : isTwice && 'A column of the file is chosen twice.';
  const check = async () => {
    const mapping = Object.fromEntries(Object.entries(chosen).flatMap(([name, at]) => (at === null ? [] : [[name, at]])));
    await reread(call(changeColumnsCall, { params: { id }, body: { columns: mapping, createCategories, run_id } }));
    onDone?.();
    await revalidate();
  };
  return (
    <Stack gap={16} maw={900}>
      <div className={classes.columns}>
        {columns.map(({ name, title, isKey }) => (
          <NativeSelect
            key={name}
            label={title}
            withAsterisk={isKey}
            description={exampleOf(examples, { at: chosen[name] ?? null, isKey })}
            inputWrapperOrder={['label', 'input', 'description']}
            data={[
              { value: '', label: 'Not in the file' },
              ...headers.map((header, at) => ({ value: String(at), label: header.trim() || `Column ${at + 1}` })),
            ]}
            value={String(chosen[name] ?? '')}
            onChange={({ currentTarget: { value } }) => setChosen({ ...chosen, [name]: value === '' ? null : Number(value) })}
          />
        ))}
      </div>
      {creates && (
        <Checkbox
          label={`Create missing ${creates.many}`}
          description={`Otherwise a row with a ${creates.one} that does not exist is wrong.`}
          checked={createCategories}
          onChange={({ currentTarget }) => setCreateCategories(currentTarget.checked)}
        />
      )}
      <FormButtons>
        <SubmitButton run={check} reason={reason}>
          Check the file
        </SubmitButton>
      </FormButtons>
    </Stack>
  );
}

function exampleOf(examples: string[][], { at, isKey }: { at: number | null; isKey: boolean }): string {
  if (at === null) return isKey ? 'Choose its column' : 'Stays as it is';
  return examples.map((row) => row[at] ?? '').find((value) => value.trim() !== '') ?? 'Empty in the first rows';
}
