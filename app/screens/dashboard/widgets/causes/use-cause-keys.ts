import type { RefObject } from 'react';
import { nextPlace } from '../../../../ui/list/pages/next-place.ts';
import { useShortcut } from '../../../../ui/words/shortcut.ts';

/** j and k move the focus from cause to cause: to the button that mends it, or else to the orders that wait for it. */
export function useCauseKeys(list: RefObject<HTMLElement | null>): void {
  const move = (step: 1 | -1) => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('li[data-row]') ?? [])].filter((row) => mainOf(row));
    const focused = rows.findIndex((row) => row.contains(document.activeElement));
    const row = rows[focused < 0 ? (step > 0 ? 0 : rows.length - 1) : nextPlace(focused, step, rows.length)];
    if (row) mainOf(row)?.focus();
    row?.scrollIntoView({ block: 'nearest' });
  };
  useShortcut('j', () => move(1));
  useShortcut('k', () => move(-1));
}

const mainOf = (row: HTMLElement) => row.querySelector<HTMLElement>('button') ?? row.querySelector<HTMLElement>('a');
