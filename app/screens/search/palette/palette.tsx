import '@mantine/spotlight/styles.layer.css';
import { createSpotlight, Spotlight, useSpotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useCallback, useEffect, useId, useRef } from 'react';
import { useNavigate } from 'react-router';
import { type Candidates, destinations } from '../destinations.ts';
import { useFound } from '../drop-down/use-found.ts';
import { useSavedViews } from '../use-saved-views.ts';
import { Option } from './option.tsx';
import classes from './palette.module.css';

type Props = Pick<Candidates, 'pages' | 'connections'> & { text: string; onText: (text: string) => void; onClose: () => void };

const [store, palette] = createSpotlight();

/** The command palette: pages, records that are found, searches. Arrows choose, Enter opens, Esc closes. */
export default function Palette({ pages, connections, text, onText, onClose }: Props) {
  const words = text.trim();
  const { found, waits, failed } = useFound(words);
  const matches = destinations(words, { pages, connections, views: useSavedViews(), found });
  const chosen = Math.min(useSpotlight(store).selected, matches.length - 1);
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  useEffect(() => {
    palette.open();
    store.updateState((state) => ({ ...state, selected: 0, listId }));
    return palette.close;
  }, [listId]);
  const go = useCallback(
    (to: string) => {
      // The next page takes the focus, unless another dialog has it.
      field.current?.blur();
      // The palette is seen to close before the next page costs anything.
      requestAnimationFrame(() => setTimeout(() => void navigate(to)));
      palette.close();
    },
    [navigate],
  );
  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      query={text}
      onQueryChange={onText}
      transitionProps={{ onExited: onClose }}
      classNames={classes}
      attributes={{ content: { 'aria-label': 'Go to' } }}
    >
      <Spotlight.Search
        ref={field}
        role="combobox"
        aria-label="Go to a page or a record"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={matches[chosen] && `${listId}-${matches[chosen].key}`}
        aria-autocomplete="list"
        placeholder="Page, order, SKU, customer, vendor…"
        leftSection={<IconSearch size={18} stroke={1.7} aria-hidden />}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
      />
      <div id={listId} role="listbox" aria-label="Where to" className={classes.list}>
        {matches.map(({ key, label, aside, to }, place) => (
          <Option key={key} id={`${listId}-${key}`} isChosen={place === chosen} onGo={go} {...{ label, aside, to }} />
        ))}
      </div>
      {(failed || waits) && (
        <Spotlight.Footer role="status">
          {failed ? 'There was an error performing search.  Please try again later' : 'Searching…'}
        </Spotlight.Footer>
      )}
    </Spotlight.Root>
  );
}
