import { useShortcut } from '../../../ui/words/shortcut.ts';

/** While a row has the focus, s searches a product for it, and u unlinks it. */
export function useLinkKeys(): void {
  useShortcut('s', (event) => press('s', event));
  useShortcut('u', (event) => press('u', event));
}

function press(key: string, event: KeyboardEvent): void {
  const button = document.activeElement?.closest('tr[data-row]')?.querySelector<HTMLElement>(`[data-key="${key}"]`);
  if (!button) return;
  event.preventDefault();
  button.click();
}
