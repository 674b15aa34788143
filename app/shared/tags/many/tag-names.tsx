import { TextInput } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { call } from '../../../../platform/call.ts';
import { RowButton } from '../../../ui/buttons/row-button.tsx';
import { useQuery } from '../../../ui/hooks/use-query.ts';
import { listTagNamesCall } from '../contract.ts';
import { isSameName, longestName, mostOfRecord } from '../tag.ts';
import classes from '../widgets/tags.module.css';

/** A field of names between commas, and the tags of the account to take from. */
export function TagNames({ names, onChange }: { names: string; onChange: (names: string) => void }) {
  const field = useRef<HTMLInputElement>(null);
  const { data } = useQuery({ queryKey: ['tag names'], staleTime: 0, queryFn: ({ signal }) => call(listTagNamesCall, {}, signal) });
  useEffect(() => field.current?.focus(), []);
  const has = names.split(',').filter((name) => name.trim() !== '');
  const others = data?.data.filter(({ name }) => !has.some((each) => isSameName(each, name))) ?? [];
  const take = (name: string) => {
    onChange([...has.map((each) => each.trim()), name].join(', '));
    field.current?.focus();
  };
  return (
    <>
      <TextInput
        ref={field}
        label="Tags"
        placeholder="Between commas"
        autoComplete="off"
        maxLength={(longestName + 2) * mostOfRecord}
        value={names}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {others.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is of a form.
        <div className={classes.tags} role="group" aria-label="Tags that there are" style={{ maxHeight: 160, overflowY: 'auto' }}>
          {others.map(({ id, name }) => (
            <RowButton key={id} aria-label={`Take ${name}`} onClick={() => take(name)}>
              {name}
            </RowButton>
          ))}
        </div>
      )}
    </>
  );
}
