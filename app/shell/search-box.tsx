import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Form, useLocation, useSearchParams } from 'react-router';
import { useShortcut } from '../ui/shortcut.ts';
import classes from './search-box.module.css';

/** Searches orders from anywhere: `/` comes here, Enter goes. An empty query does nothing. */
export function SearchBox() {
  const input = useRef<HTMLInputElement>(null);
  const searched = useSearched();
  useShortcut('/', (event) => {
    event.preventDefault();
    input.current?.select();
  });
  useEffect(() => {
    if (input.current && input.current !== document.activeElement) input.current.value = searched;
  }, [searched]);
  return (
    <Form
      action="/orders"
      role="search"
      className={classes.search}
      onSubmit={(event) => {
        if (!input.current?.value.trim()) event.preventDefault();
      }}
    >
      <IconSearch size={16} stroke={1.8} className={classes.icon} aria-hidden />
      <input
        ref={input}
        name="search"
        type="search"
        className={classes.input}
        placeholder="Search orders, SKUs, customers…"
        aria-label="Search orders, SKUs, customers"
        aria-keyshortcuts="/"
        defaultValue={searched}
        autoComplete="off"
        enterKeyHint="search"
        onKeyDown={({ key, currentTarget }) => key === 'Escape' && currentTarget.blur()}
      />
      <kbd className={classes.key} aria-hidden>
        /
      </kbd>
    </Form>
  );
}

function useSearched(): string {
  const [params] = useSearchParams();
  const { pathname } = useLocation();
  return pathname === '/orders' ? (params.get('search') ?? '') : '';
}
