import type { RefObject } from 'react';
import { useShortcut } from '../../../ui/words/shortcut.ts';

/** Does `work` when this key is pressed while the row that `here` stands in has the focus; null: the row has no such key. */
export function useRowKey(key: string, here: RefObject<HTMLElement | null>, work: (() => void) | null): void {
  useShortcut(key, (event) => {
    if (!work || !here.current?.closest('tr[data-row]')?.contains(document.activeElement)) return;
    event.preventDefault();
    work();
  });
}
