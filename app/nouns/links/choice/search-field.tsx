import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';

type Props = {
  ref?: React.Ref<HTMLInputElement>;
  failure: string | null;
  onType: (words: string) => void;
  onKeyDown?: React.KeyboardEventHandler<HTMLInputElement>;
};

/** The field that warehouse products are searched in. */
export function SearchField({ ref, failure, onType, onKeyDown }: Props) {
  return (
    <TextInput
      ref={ref}
      type="search"
      placeholder="Search by SKU, name or UPC"
      aria-label="Search products"
      leftSection={<IconSearch size={14} stroke={1.8} aria-hidden />}
      error={failure}
      errorProps={{ role: 'alert' }}
      maxLength={200}
      autoComplete="off"
      spellCheck={false}
      data-autofocus
      onChange={({ currentTarget }) => onType(currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  );
}
