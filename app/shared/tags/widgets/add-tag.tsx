import { TextInput } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import { call } from '../../../../platform/call.ts';
import { useQuery } from '../../../ui/hooks/use-query.ts';
import { listTagNamesCall } from '../contract.ts';
import { isSameName, longestName, type Tag } from '../tag.ts';

export type AddTagProps = {
  /** The tags that the record has. */
  has: readonly Tag[];
  isBusy: boolean;
  onAdd: (name: string) => Promise<unknown>;
  onClose: () => void;
};

/** A field that offers the other tags of the account. Enter puts on what it says, and creates it where there is none of that name. */
export function AddTag({ has, isBusy, onAdd, onClose }: AddTagProps) {
  const list = useId();
  const field = useRef<HTMLInputElement>(null);
  const [name, setName] = useState('');
  const { data } = useQuery({
    queryKey: ['tag names'],
    staleTime: 0,
    queryFn: ({ signal }) => call(listTagNamesCall, {}, signal),
  });
  useEffect(() => field.current?.focus(), []);
  const add = async () => {
    if (name.trim() === '' || isBusy) return;
    await onAdd(name);
    // Meanwhile the next one may have been typed.
    setName((now) => (now === name ? '' : now));
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        add().catch(() => undefined);
      }}
    >
      <TextInput
        ref={field}
        size="xs"
        aria-label="Tag"
        placeholder="Tag, then Enter"
        autoComplete="off"
        list={list}
        maxLength={longestName}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        onKeyDown={({ key }) => key === 'Escape' && onClose()}
      />
      <datalist id={list}>
        {data?.data
          .filter((tag) => !has.some((own) => isSameName(own.name, tag.name)))
          .map((tag) => (
            <option key={tag.id} value={tag.name} />
          ))}
      </datalist>
    </form>
  );
}
