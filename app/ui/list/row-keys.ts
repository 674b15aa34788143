import { type RefObject, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useShortcut } from '../shortcut.ts';

/** j and k move the focus itself from row to row, so that Enter, scrolling and screen readers follow; x ticks, e edits. */
export function useRowKeys(table: RefObject<HTMLTableElement | null>): void {
  const navigate = useNavigate();
  const last = useRef(-1);
  const rows = () => [...(table.current?.querySelectorAll<HTMLTableRowElement>('tbody > tr[data-row]') ?? [])];
  const at = (all: HTMLTableRowElement[]) => {
    const focused = all.findIndex((row) => row.contains(document.activeElement));
    return focused >= 0 ? focused : last.current;
  };
  const move = (step: number) => {
    const all = rows();
    const next = Math.max(0, Math.min(all.length - 1, at(all) + step));
    last.current = next;
    all[next]?.querySelector<HTMLElement>('a, input, button')?.focus();
    all[next]?.scrollIntoView({ block: 'nearest' });
  };
  useShortcut('j', () => move(1));
  useShortcut('k', () => move(-1));
  useShortcut('x', () => {
    const all = rows();
    all[at(all)]?.querySelector<HTMLInputElement>('input[type="checkbox"]')?.click();
  });
  useShortcut('e', () => {
    const all = rows();
    const href = all[at(all)]?.dataset.edit;
    if (href) navigate(href);
  });
}
