import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { SearchFilter } from '../declaration.ts';
import { changeAddress, useIsLeaving, useNextParams } from '../list-address.ts';
import classes from './filter-bar.module.css';

/** How long after the last key a list is filtered, and the product searched, in ms. */
export const searchDebounceMs = 150;

type Props = {
  filter: SearchFilter;
  /** Backspace with nothing before it. */
  onBackspace: () => void;
};

/** Filters while typing, a moment after the last key; Enter filters at once. The list hides its rows until they are those of the text. */
export function FilterSearch({ filter: { key, label, placeholder, debounceMs = searchDebounceMs }, onBackspace }: Props) {
  const [params] = useSearchParams();
  const next = useNextParams();
  const navigate = useNavigate();
  const isLeaving = useIsLeaving();
  const input = useRef<HTMLInputElement>(null);
  const searched = params.get(key) ?? '';
  const sent = useRef(searched);
  const [typed, setTyped] = useState(searched);
  useEffect(() => {
    // Another address than the last one from here: back, a tab, "Clear all".
    const isElsewhere = sent.current !== searched;
    sent.current = searched;
    if (!input.current || !(isElsewhere || input.current !== document.activeElement)) return;
    input.current.value = searched;
    setTyped(searched);
  }, [searched]);
  const search = (text: string) => {
    if (text.trim() === (next.get(key) ?? '')) return;
    sent.current = text.trim();
    navigate(changeAddress(next, { [key]: text.trim() }), { replace: true, preventScrollReset: true });
  };
  // Who has left for another page is not called back from there.
  const searchSoon = useDebouncedCallback((text: string) => isLeaving || search(text), debounceMs);
  const waits = typed.trim() !== searched;
  return (
    <>
      <label className={classes.search} data-searching={waits || undefined}>
        <IconSearch size={14} stroke={1.8} aria-hidden />
        <input
          ref={input}
          type="search"
          defaultValue={searched}
          placeholder={placeholder}
          aria-label={label}
          autoComplete="off"
          onChange={({ currentTarget: { value } }) => {
            setTyped(value);
            searchSoon(value);
          }}
          onBlur={() => searchSoon.flush()}
          onKeyDown={({ key: pressed, repeat, currentTarget: { value } }) => {
            if (pressed === 'Enter') {
              searchSoon.cancel();
              search(value);
            }
            if (pressed === 'Backspace' && value === '' && !repeat) onBackspace();
          }}
        />
      </label>
      {waits && (
        <span className={classes.waiting} role="status">
          Searching…
        </span>
      )}
    </>
  );
}
