import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Form, href, useLocation, useSearchParams } from 'react-router';
import { nouns, type SearchedName, searchedNames } from '../../../base/nouns.ts';
import { partAhead } from '../../../ui/lazily.tsx';
import { useShortcut } from '../../../ui/words/shortcut.ts';
import { searchedNamed } from '../../search/entity.ts';
import classes from './search-box.module.css';

const [DropDown, prepare] = partAhead(() => import('../../search/drop-down/drop-down.tsx'));

/** `number, SKU, product or vendor`: by what any noun is found. */
const searchedBy = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(
  new Set(searchedNames.flatMap((name) => nouns[name].finds)),
);

/** The search box of the header: `/` focuses it, typing offers what is found, Enter and Go search. An empty query does nothing. */
export function SearchBox() {
  const input = useRef<HTMLInputElement>(null);
  const { entity, searched, visit } = useSearched();
  const { typed, setTyped, close } = useTyped(visit);
  /** What was found is over: who searches next has nothing to take away first. */
  const chosen = () => {
    if (input.current) input.current.value = '';
    close();
  };
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
        if (input.current?.value.trim()) close();
        else event.preventDefault();
      }}
      onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || close()}
    >
      <IconSearch size={16} stroke={1.8} className={classes.icon} aria-hidden />
      <input
        ref={input}
        name="q"
        type="search"
        role="combobox"
        aria-expanded={false}
        aria-autocomplete="list"
        className={classes.input}
        placeholder="Search..."
        aria-label={`Search by ${searchedBy}`}
        aria-keyshortcuts="/"
        defaultValue={searched}
        maxLength={200}
        autoComplete="off"
        enterKeyHint="search"
        onFocus={prepare}
        onChange={({ currentTarget }) => setTyped(currentTarget.value.trim())}
        onKeyDown={(event) => {
          const { key, currentTarget } = event;
          if (key === 'ArrowDown' && typed === '') setTyped(currentTarget.value.trim());
          if (key !== 'Escape') return;
          // Not the browser's own Esc, which empties the field.
          event.preventDefault();
          if (typed === '') currentTarget.blur();
          close();
        }}
      />
      <kbd className={classes.key} aria-hidden>
        /
      </kbd>
      <button type="submit" className={classes.go}>
        Go
      </button>
      {typed !== '' && <DropDown field={input} words={typed} entity={entity} onClose={chosen} />}
    </Form>
  );
}

/** The words that are offered something; none once the page has changed, or the drop-down was closed. */
function useTyped(visit: string) {
  const [{ words, at }, set] = useState({ words: '', at: visit });
  return {
    typed: at === visit ? words : '',
    setTyped: (typed: string) => set({ words: typed, at: visit }),
    close: () => set({ words: '', at: visit }),
  };
}

/** On a results page: its query and entity type. On other pages a search is for orders. */
function useSearched(): { entity: SearchedName; searched: string; visit: string } {
  const [params] = useSearchParams();
  const { pathname, key } = useLocation();
  const [, page, type] = pathname.split('/');
  return page === 'search'
    ? { entity: searchedNamed(type) ?? 'orders', searched: params.get('q') ?? '', visit: key }
    : { entity: 'orders', searched: '', visit: key };
}
