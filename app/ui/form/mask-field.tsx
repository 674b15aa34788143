import { MaskInput, type MaskInputProps } from '@mantine/core';
import { useRef } from 'react';

type Props = Omit<MaskInputProps, 'onChange'> & { onChange?: ((value: string) => void) | undefined };

/**
 * A text that is typed by a mask, `#` for a digit. Whoever comes to it types it anew; whoever has put the cursor into it overwrites one
 * digit after the other, since a mask that is full takes no more of them.
 */
export function MaskField({ onChange, ...field }: Props) {
  const isNew = useRef(false);
  return (
    <MaskInput
      {...field}
      // The mask writes its input itself, and tells nobody but this.
      onChangeRaw={(raw, masked) => onChange?.(raw === '' ? '' : masked)}
      tokens={digits}
      inputMode="numeric"
      autoComplete="off"
      onFocus={({ currentTarget }) => {
        isNew.current = true;
        currentTarget.select();
      }}
      // A press places the cursor after the focus has come.
      onMouseUp={({ currentTarget }) => {
        if (isNew.current && isCollapsed(currentTarget)) currentTarget.select();
        isNew.current = false;
      }}
      onKeyDownCapture={({ key, currentTarget }) => {
        isNew.current = false;
        if (/^\d$/.test(key)) overwrite(currentTarget);
      }}
    />
  );
}

const digits = { '#': /\d/ };

const isCollapsed = ({ selectionStart, selectionEnd }: HTMLInputElement) => selectionStart === selectionEnd;

/** Selects the digit after the cursor where no place is free, so that the one that is typed takes its place. */
function overwrite(input: HTMLInputElement): void {
  const { value, selectionStart } = input;
  if (!isCollapsed(input) || selectionStart === null || value.includes('_')) return;
  const next = value.slice(selectionStart).search(/\d/);
  if (next >= 0) input.setSelectionRange(selectionStart + next, selectionStart + next + 1);
}
