import { type RefObject, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { nouns, type SearchedName } from '../../../base/nouns.ts';
import classes from './drop-down.module.css';
import { OfferLine } from './offer-line.tsx';
import { type Offer, type OfferGroup, offerGroups } from './offers.ts';
import { useFound } from './use-found.ts';

type Props = {
  /** The box that is typed in; it keeps the focus. */
  field: RefObject<HTMLInputElement | null>;
  words: string;
  /** What Enter searches, when no line is chosen. */
  entity: SearchedName;
  onClose: () => void;
};

/** What the words find, below the box, by noun. Arrows choose, Enter opens, Esc closes. */
export default function DropDown({ field, words, entity, onClose }: Props) {
  const listId = useId();
  const { found, waits, failed } = useFound(words);
  const groups = found ? offerGroups(words, found) : [];
  const offers = groups.flatMap((group) => group.offers);
  const [chosen, setChosen] = useState<{ words: string; key: string } | null>(null);
  const at = chosen?.words === words ? offers.findIndex(({ key }) => key === chosen.key) : -1;
  const navigate = useNavigate();
  useKeys(field, {
    move: (step) => {
      const next = offers[at + step < -1 ? offers.length - 1 : at + step];
      setChosen(next ? { words, key: next.key } : null);
    },
    open: () => {
      const offer = offers[at];
      if (!offer) return false;
      onClose();
      navigate(offer.to);
      return true;
    },
  });
  useComboboxField(field, offers.length > 0 ? listId : undefined, offers[at] && idOf(listId, offers[at]));
  return (
    <Panel waits={waits}>
      {failed && <p role="alert">There was an error performing search. Please try again later</p>}
      {found && offers.length === 0 && <p role="status">Sorry, no results found.</p>}
      {offers.length > 0 && (
        <div id={listId} role="listbox" aria-label="Found" tabIndex={-1}>
          {groups.map((group) => (
            <Group key={group.type} group={group} listId={listId} chosen={offers[at]} onClose={onClose} />
          ))}
        </div>
      )}
      {found && (
        <p className={classes.hint}>
          <kbd>↑</kbd> <kbd>↓</kbd> choose, <kbd>Enter</kbd> {at < 0 ? `searches ${nouns[entity].many}` : 'opens'}
        </p>
      )}
    </Panel>
  );
}

/** Keeps its height while it waits, so that nothing jumps between two keys. */
function Panel({ waits, children }: { waits: boolean; children: React.ReactNode }) {
  const panel = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(0);
  useLayoutEffect(() => {
    if (!waits) setHeight(panel.current?.offsetHeight ?? 0);
  }, [waits]);
  return (
    <div ref={panel} className={classes.panel} data-first={height === 0 || undefined} style={{ minHeight: waits ? height : undefined }}>
      {waits && (
        <p className={classes.waiting} role="status">
          Searching…
        </p>
      )}
      {children}
    </div>
  );
}

type GroupProps = { group: OfferGroup; listId: string; chosen: Offer | undefined; onClose: () => void };

function Group({ group: { type, title, count, offers }, listId, chosen, onClose }: GroupProps) {
  const headingId = `${listId}-${type}`;
  return (
    <fieldset aria-labelledby={headingId} className={classes.group}>
      <div id={headingId} role="presentation" className={classes.heading}>
        {title} <span className={classes.count}>{count}</span>
      </div>
      {offers.map((offer) => (
        <Link
          key={offer.key}
          id={idOf(listId, offer)}
          to={offer.to}
          role="option"
          tabIndex={-1}
          aria-selected={offer === chosen}
          className={classes.offer}
          // With a key held down it opens in another tab, and the search goes on in this one.
          onClick={(event) => isPlain(event) && onClose()}
        >
          <OfferLine offer={offer} />
        </Link>
      ))}
    </fieldset>
  );
}

const isPlain = ({ metaKey, ctrlKey, shiftKey, altKey }: React.MouseEvent) => !(metaKey || ctrlKey || shiftKey || altKey);
const idOf = (listId: string, { key }: Offer) => `${listId}-${key}`;

/** Arrows and Enter of the box. `open` returns whether a line was chosen; otherwise Enter searches. */
function useKeys(field: Props['field'], { move, open }: { move: (step: 1 | -1) => void; open: () => boolean }): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing) return;
    if (event.key === 'Enter' && open()) event.preventDefault();
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    move(event.key === 'ArrowDown' ? 1 : -1);
  });
  useLayoutEffect(() => {
    const box = field.current;
    box?.addEventListener('keydown', onKey);
    return () => box?.removeEventListener('keydown', onKey);
  }, [field]);
}

/**
 * Tells screen readers which list belongs to the box and which line is chosen. The box itself does not know: it is there before this code.
 */
function useComboboxField(field: Props['field'], listId: string | undefined, chosenId: string | undefined): void {
  useEffect(() => {
    const box = field.current;
    box?.setAttribute('aria-expanded', String(listId !== undefined));
    if (listId) box?.setAttribute('aria-controls', listId);
    if (chosenId) {
      box?.setAttribute('aria-activedescendant', chosenId);
      document.getElementById(chosenId)?.scrollIntoView({ block: 'nearest' });
    }
    return () => {
      box?.setAttribute('aria-expanded', 'false');
      for (const name of ['aria-controls', 'aria-activedescendant']) box?.removeAttribute(name);
    };
  }, [field, listId, chosenId]);
}
