import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import { useShortcut } from '../words/shortcut.ts';
import { nextPlace } from './pages/next-place.ts';

/** The row at which each list was left, by history entry, so that the back button returns to it. */
const leftAt = new Map<string, string>();

/** j and k move the focus from row to row, so that Enter, scrolling and screen readers follow; x selects, X up to the row, e edits. */
export function useRowKeys(table: RefObject<HTMLTableElement | null>): void {
  const navigate = useNavigate();
  const cursor = useCursor(table);
  const move = (step: 1 | -1) => {
    const all = rowsOf(table);
    const row = all[nextPlace(cursor(all), step, all.length)];
    focusOn(row);
    row?.scrollIntoView({ block: 'nearest' });
  };
  useShortcut('j', () => isMeant(table) && move(1));
  useShortcut('k', () => isMeant(table) && move(-1));
  const tick = (shiftKey: boolean) => {
    const all = rowsOf(table);
    const box = all[cursor(all)]?.querySelector<HTMLInputElement>('input[type="checkbox"]');
    box?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey }));
  };
  useShortcut('x', () => isMeant(table) && tick(false));
  useShortcut('X', () => isMeant(table) && tick(true));
  useShortcut('e', () => {
    const all = rowsOf(table);
    const href = all[cursor(all)]?.dataset.edit;
    if (href && isMeant(table)) navigate(href);
  });
}

/** Returns the index of the focused row; when the row has left the list, a position between its neighbours. */
function useCursor(table: RefObject<HTMLTableElement | null>): (rows: HTMLTableRowElement[]) => number {
  const { key: visit } = useLocation();
  const isReturn = useNavigationType() === 'POP';
  const last = useRef({ row: isReturn ? leftAt.get(visit) : undefined, place: 0 });
  useLayoutEffect(() => {
    const element = table.current;
    const note = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest<HTMLTableRowElement>('tr[data-row]') : null;
      if (!row?.dataset.row) return;
      last.current = { row: row.dataset.row, place: rowsOf(table).indexOf(row) };
      leftAt.set(visit, row.dataset.row);
    };
    element?.addEventListener('focusin', note);
    return () => element?.removeEventListener('focusin', note);
  }, [table, visit]);
  useEffect(() => {
    if (document.activeElement?.matches('body, main')) focusOn(rowsOf(table).find((row) => row.dataset.row === last.current.row));
  }, [table]);
  return (rows) => {
    const focused = rows.findIndex((row) => row.contains(document.activeElement));
    const index = focused >= 0 ? focused : rows.findIndex((row) => row.dataset.row === last.current.row);
    return index >= 0 ? index : last.current.place - 0.5;
  };
}

/** Of several lists on a page, the one that has the focus hears the keys, else the first. */
function isMeant(table: RefObject<HTMLTableElement | null>): boolean {
  const lists = [...document.querySelectorAll('table:has(tr[data-row])')];
  return (lists.find((list) => list.contains(document.activeElement)) ?? lists[0]) === table.current;
}

const rowsOf = (table: RefObject<HTMLTableElement | null>) => [
  ...(table.current?.querySelectorAll<HTMLTableRowElement>('tbody > tr[data-row]') ?? []),
];

/** The row's link, which Enter opens, or its main button. */
const focusOn = (row: HTMLTableRowElement | undefined) =>
  (row?.querySelector<HTMLElement>('a[data-open], [data-main]') ?? row?.querySelector<HTMLElement>('a, input, button'))?.focus();
