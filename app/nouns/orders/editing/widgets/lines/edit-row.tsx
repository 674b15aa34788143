import { ActionIcon, Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type RefObject, useEffect, useRef } from 'react';
import { LineItem } from '../../../detail/widgets/lines/line-item.tsx';
import { MappedItem, PriceCells, StockCell } from '../../../detail/widgets/lines/line-table.tsx';
import linesClasses from '../../../detail/widgets/lines/lines.module.css';
import type { Order } from '../../../detail/widgets/order.ts';
import { QuantityInput } from '../quantity-input.tsx';
import { isShort, isWhole, type LineState, type LinesDraft, removeLine, setQuantity, undoRemoval } from '../rules/lines.ts';
import type { News } from '../rules/news.ts';
import { type EditSession, useSession } from '../session.ts';
import { LineConflict } from './line-conflict.tsx';
import { MapSkuButton } from './map-sku-button.tsx';

export type RowProps = {
  order: Order;
  session: EditSession;
  news: ReadonlyMap<string, News>;
  onChange: (lines: LinesDraft) => void;
};

/** A stored line in edit mode, with its quantity as a field. A removed line stays visible, with Undo, until it is saved. */
export function EditRow({ state, order, session, news, onChange }: RowProps & { state: LineState }) {
  const row = useRef<HTMLTableRowElement>(null);
  const isBusy = useSession(session, ({ isLocked }) => isLocked);
  const { line, quantity, isGoing, isChanged, theirs } = state;
  const name = line.sku || line.name;
  const isGone = theirs === null;
  const lineNews = news.get(`line:${line.id}`);
  useFocusOnceLinked(row, line.isMissing);
  /** Moves focus from the clicked button to the one that replaces it. */
  const turn = (lines: LinesDraft) => {
    onChange(lines);
    requestAnimationFrame(() => row.current?.querySelector<HTMLElement>('[data-turn]')?.focus());
  };
  return (
    <>
      <tr ref={row} data-changed={isChanged || undefined} data-going={isGoing || isGone || undefined}>
        <td data-cell="source">
          <LineItem line={line} order={order} />
        </td>
        <td data-cell="mapped" data-label="Amware Item">
          <MappedItem line={line} unlinked={!isGoing && <MapSkuButton line={line} order={order} session={session} />} />
        </td>
        <td data-cell="qty" data-label="Qty">
          {isGoing ? (
            <Button
              size="xs"
              variant="default"
              data-turn
              disabled={isBusy}
              onClick={() => turn(undoRemoval(session.get().lines, line))}
              aria-label={`Undo removal of ${name}`}
            >
              Undo
            </Button>
          ) : (
            <>
              <QuantityInput
                label={`Qty of ${name}`}
                value={quantity}
                readOnly={isBusy || isGone}
                onChange={(typed) => onChange(setQuantity(session.get().lines, line, typed))}
              />
              {isChanged && !isGone && <span className={linesClasses.aside}>was {line.quantity.toLocaleString('en-US')}</span>}
            </>
          )}
        </td>
        <StockCell available={line.quantity_available} isShort={!isGoing && (isChanged ? isShort(line, quantity) : line.isOutOfStock)} />
        <PriceCells line={line} currency={order.currency} quantity={isGoing || isGone ? 0 : isWhole(quantity) ? quantity : null} />
        <td className={linesClasses.end}>
          {!isGoing && !isGone && (
            <ActionIcon
              size={28}
              data-turn
              disabled={isBusy}
              aria-label={`Remove ${name}`}
              title="Remove"
              onClick={() => turn(removeLine(session.get().lines, line))}
            >
              <IconTrash size={16} stroke={1.8} aria-hidden />
            </ActionIcon>
          )}
        </td>
      </tr>
      <LineConflict state={state} order={order} session={session} news={lineNews} onChange={onChange} />
    </>
  );
}

/** After linking, the button is gone: focus stays in the row. */
function useFocusOnceLinked(row: RefObject<HTMLTableRowElement | null>, isMissing: boolean): void {
  const was = useRef(isMissing);
  useEffect(() => {
    if (was.current && !isMissing && document.activeElement === document.body)
      row.current?.querySelector('input')?.focus({ preventScroll: true });
    was.current = isMissing;
  }, [row, isMissing]);
}
