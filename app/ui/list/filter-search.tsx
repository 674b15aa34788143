import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { Filter } from './declaration.ts';
import classes from './filter-bar.module.css';
import { changeAddress } from './list-address.ts';

/** How long after the last key a list is filtered, in ms. */
export const searchDebounceMs = 700;

type Props = {
  filter: Extract<Filter, { kind: 'search' }>;
  /** Backspace with nothing before it. */
  onBackspace: () => void;
};

/** Filters while typing, debounced; Enter filters at once. */
export function FilterSearch({ filter: { key, label, placeholder }, onBackspace }: Props) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const searched = params.get(key) ?? '';
  useEffect(() => {
    if (input.current && input.current !== document.activeElement) input.current.value = searched;
  }, [searched]);
  const search = (text: string) => {
    if (text.trim() !== searched) navigate(changeAddress(params, { [key]: text.trim() }), { replace: true, preventScrollReset: true });
  };
  const searchSoon = useDebouncedCallback(search, searchDebounceMs);
  return (
    <label className={classes.search}>
      <IconSearch size={14} stroke={1.8} aria-hidden />
      <input
        ref={input}
        type="search"
        defaultValue={searched}
        placeholder={placeholder}
        aria-label={label}
        autoComplete="off"
        onChange={({ currentTarget }) => searchSoon(currentTarget.value)}
        onKeyDown={({ key: pressed, repeat, currentTarget: { value } }) => {
          if (pressed === 'Enter') {
            searchSoon.cancel();
            search(value);
          }
          if (pressed === 'Backspace' && value === '' && !repeat) onBackspace();
        }}
      />
    </label>
  );
}
