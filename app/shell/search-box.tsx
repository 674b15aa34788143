import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Form, href, useLocation, useSearchParams } from 'react-router';
import { entityNamed } from '../search/entity.ts';
import { useShortcut } from '../ui/shortcut.ts';
import classes from './search-box.module.css';

/** The search box of the header: `/` focuses it, Enter and Go search. An empty query does nothing. */
export function SearchBox() {
  const input = useRef<HTMLInputElement>(null);
  const { entity, searched } = useSearched();
  useShortcut('/', (event) => {
    event.preventDefault();
    input.current?.select();
  });
  useEffect(() => {
    if (input.current && input.current !== document.activeElement) input.current.value = searched;
  }, [searched]);
  return (
    <Form
      action={href('/search/:entityType', { entityType: entity })}
      role="search"
      className={classes.search}
      onSubmit={(event) => {
        if (!input.current?.value.trim()) event.preventDefault();
      }}
    >
      <IconSearch size={16} stroke={1.8} className={classes.icon} aria-hidden />
      <input
        ref={input}
        name="q"
        type="search"
        className={classes.input}
        placeholder="Search..."
        aria-label="Search by number, SKU, customer, e-mail or tracking"
        aria-keyshortcuts="/"
        defaultValue={searched}
        maxLength={200}
        autoComplete="off"
        enterKeyHint="search"
        onKeyDown={({ key, currentTarget }) => key === 'Escape' && currentTarget.blur()}
      />
      <kbd className={classes.key} aria-hidden>
        /
      </kbd>
      <button type="submit" className={classes.go}>
        Go
      </button>
    </Form>
  );
}

/** On a results page: its query and entity type. On other pages a search is for orders. */
function useSearched() {
  const [params] = useSearchParams();
  const [, page, type] = useLocation().pathname.split('/');
  return page === 'search'
    ? { entity: entityNamed(type) ?? 'orders', searched: params.get('q') ?? '' }
    : { entity: 'orders', searched: '' };
}
