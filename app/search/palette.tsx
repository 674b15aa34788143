import { Modal } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { type Destination, destinations, type Offered } from './destinations.ts';
import classes from './palette.module.css';
import { useFound } from './use-found.ts';
import { useSavedViews } from './use-saved-views.ts';

type Props = Pick<Offered, 'pages' | 'connections'> & { onClose: () => void };

/** The command palette: pages, found orders and products, searches. Arrows choose, Enter opens, Esc closes. */
export default function Palette({ pages, connections, onClose }: Props) {
  const [opened, setOpened] = useState(false);
  useEffect(() => setOpened(true), []);
  return (
    <Modal.Root
      opened={opened}
      onClose={() => setOpened(false)}
      onExitTransitionEnd={onClose}
      size={560}
      centered={false}
      yOffset="12vh"
      classNames={parts}
    >
      <Modal.Overlay />
      <Modal.Content aria-label="Go to">
        <Chooser pages={pages} connections={connections} onDone={() => setOpened(false)} />
      </Modal.Content>
    </Modal.Root>
  );
}

const parts = { content: classes.content };

function Chooser({ pages, connections, onDone }: Pick<Props, 'pages' | 'connections'> & { onDone: () => void }) {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const words = text.trim();
  const { orders, products, waits, failed } = useFound(words);
  const offered = destinations(words, { pages, orders, products, connections, views: useSavedViews() });
  const chosen = Math.min(at, offered.length - 1);
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const go = (destination: Destination | undefined) => {
    if (!destination) return;
    // The next page takes the focus, unless another dialog has it.
    field.current?.blur();
    onDone();
    navigate(destination.to);
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    const move = moves[event.key];
    if (event.nativeEvent.isComposing || (!move && event.key !== 'Enter')) return;
    event.preventDefault();
    if (move) setAt(move(chosen, offered.length));
    else go(offered[chosen]);
  };
  return (
    <>
      <label className={classes.field}>
        <IconSearch size={18} stroke={1.7} aria-hidden />
        <input
          ref={field}
          type="text"
          role="combobox"
          aria-label="Go to a page, an order or a product"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={`${listId}-${offered[chosen]?.key}`}
          aria-autocomplete="list"
          placeholder="Go to a page, an order, a product, a customer…"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          data-autofocus
          value={text}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
      </label>
      <div id={listId} role="listbox" aria-label="Where to" className={classes.list}>
        {offered.map((destination, place) => (
          <Choice
            key={destination.key}
            id={`${listId}-${destination.key}`}
            destination={destination}
            chosen={place === chosen}
            onChoose={() => go(destination)}
            onPoint={() => setAt(place)}
          />
        ))}
      </div>
      <p className={classes.state} role="status">
        {failed ? 'There was an error performing search.  Please try again later' : waits ? 'Searching…' : ''}
      </p>
    </>
  );
}

const moves: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at + count - 1) % count,
};

type ChoiceProps = { id: string; destination: Destination; chosen: boolean; onChoose: () => void; onPoint: () => void };

function Choice({ id, destination: { label, aside }, chosen, onChoose, onPoint }: ChoiceProps) {
  const option = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (chosen) option.current?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    <button
      type="button"
      ref={option}
      id={id}
      role="option"
      aria-selected={chosen}
      tabIndex={-1}
      className={classes.option}
      onClick={onChoose}
      onPointerMove={onPoint}
    >
      <span className={classes.label}>{label}</span>
      {aside && <span className={classes.aside}>{aside}</span>}
    </button>
  );
}
