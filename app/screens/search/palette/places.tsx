import { Input } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { destinations } from '../destinations.ts';
import { useFound } from '../drop-down/use-found.ts';
import { useSavedViews } from '../use-saved-views.ts';
import { Option } from './option.tsx';
import classes from './palette.module.css';
import { useTyped } from './typed.ts';

const steps: Record<string, 1 | -1> = { ArrowDown: 1, ArrowUp: -1 };

/** The field of the palette and where it leads. Arrows choose, Enter opens, Esc closes. */
export function Places({ onClose }: { onClose: () => void }) {
  const { text, onText, pages, connections } = useTyped();
  const words = text.trim();
  const { found, waits, failed } = useFound(words);
  const matches = destinations(words, { pages, connections, views: useSavedViews(), found });
  const [arrowed, setArrowed] = useState<{ words: string; key: string | undefined } | null>(null);
  // By its key: what is found later comes before it.
  const chosen = Math.max(arrowed?.words === words ? matches.findIndex(({ key }) => key === arrowed.key) : 0, 0);
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const go = useGo(onClose);
  useEffect(() => {
    if (arrowed) list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [arrowed]);
  const onKeyDown = (event: React.KeyboardEvent) => {
    const step = steps[event.key];
    if (event.nativeEvent.isComposing || (!step && event.key !== 'Enter')) return;
    event.preventDefault();
    if (step) setArrowed({ words, key: matches[(chosen + step + matches.length) % matches.length]?.key });
    else if (matches[chosen]) go(matches[chosen].to);
  };
  return (
    <>
      <Input
        data-autofocus
        size="lg"
        classNames={{ input: classes.search ?? '' }}
        value={text}
        onChange={({ currentTarget }) => onText(currentTarget.value)}
        onKeyDown={onKeyDown}
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
      <div ref={list} id={listId} role="listbox" aria-label="Where to" className={classes.list}>
        {matches.map(({ key, label, aside, to }, place) => (
          <Option key={key} id={`${listId}-${key}`} isChosen={place === chosen} onGo={go} {...{ label, aside, to }} />
        ))}
      </div>
      {(failed || waits) && (
        <div role="status" className={classes.status}>
          {failed ? 'There was an error performing search.  Please try again later' : 'Searching…'}
        </div>
      )}
    </>
  );
}

/** Closes the palette, and goes there. */
function useGo(onClose: () => void) {
  const navigate = useNavigate();
  const close = useRef(onClose);
  return useCallback(
    (to: string) => {
      // The next page takes the focus, unless another dialog has it.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      void navigate(to);
      close.current();
    },
    [navigate],
  );
}
