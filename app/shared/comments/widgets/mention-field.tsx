import { Combobox, Textarea, useCombobox } from '@mantine/core';
import { useLayoutEffect, useRef, useState } from 'react';
import type { Discussion } from '../contract.ts';

type Props = { label: string; value: string; people: Discussion['people']; onChange: (text: string) => void };

/** Ten lines and a bit of the next. */
const mostHeight = 200;
/** How many colleagues are offered. */
const mostOffered = 6;

/** A text field that offers colleagues after an "@". */
export function MentionField({ label, value, people, onChange }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const box = useCombobox({ onDropdownClose: () => box.resetSelectedOption() });
  useLayoutEffect(() => {
    fitTo(value, field.current);
  }, [value]);
  const offered = typed === null ? [] : people.filter(({ name }) => beginsAnywhere(name, typed)).slice(0, mostOffered);
  const look = (text: string, caret: number) => {
    const name = typedName(text.slice(0, caret));
    setTyped(name);
    if (name === null) box.closeDropdown();
    else {
      box.openDropdown();
      box.selectFirstOption();
    }
  };
  const take = (name: string) => {
    const caret = field.current?.selectionStart ?? value.length;
    const start = caret - (typed?.length ?? 0);
    const before = `${value.slice(0, start)}${name} `;
    onChange(before + value.slice(caret));
    setTyped(null);
    box.closeDropdown();
    requestAnimationFrame(() => field.current?.setSelectionRange(before.length, before.length));
  };
  return (
    <Combobox store={box} onOptionSubmit={take} withinPortal={false}>
      <Combobox.Target withAriaAttributes={offered.length > 0}>
        <Textarea
          ref={field}
          aria-label={label}
          placeholder="Comment. Mention a colleague with @"
          rows={1}
          value={value}
          onChange={({ currentTarget }) => {
            onChange(currentTarget.value);
            look(currentTarget.value, currentTarget.selectionStart);
          }}
          onBlur={() => box.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={offered.length === 0}>
        <Combobox.Options aria-label="Colleagues">
          {offered.map(({ id, name }) => (
            <Combobox.Option key={id} value={name}>
              {name}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** An empty field is not measured: that would lay out the page that is being opened once more. */
function fitTo(text: string, field: HTMLTextAreaElement | null): void {
  if (!field) return;
  field.style.height = '';
  if (text !== '') field.style.height = `${Math.min(field.scrollHeight + 2, mostHeight)}px`;
}

/** What was typed of a name after the last "@" before the caret; null where nobody is being mentioned. */
function typedName(before: string): string | null {
  const at = before.lastIndexOf('@');
  const typed = before.slice(at + 1);
  const isName = at >= 0 && typed.length <= longestTyped && /^[\p{L}\p{M}'’ -]*$/u.test(typed);
  return isName && !/[\p{L}\p{N}.]$/u.test(before.slice(Math.max(0, at - 2), at)) ? typed : null;
}

const longestTyped = 40;

const beginsAnywhere = (name: string, typed: string) =>
  name.toLowerCase().startsWith(typed.toLowerCase()) ||
  name
    .toLowerCase()
    .split(' ')
    .some((word) => word.startsWith(typed.toLowerCase()));
