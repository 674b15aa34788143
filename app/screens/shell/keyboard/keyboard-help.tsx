import { useSyncExternalStore } from 'react';
import { lazily } from '../../../ui/lazily.tsx';
import { useShortcut } from '../../../ui/words/shortcut.ts';

const KeyboardList = lazily(() => import('./keyboard-list.tsx'));

export const showKeyboardHelp = () => set(true);

/** The list of keyboard shortcuts; `?` opens it. */
export function KeyboardHelp() {
  const opened = useSyncExternalStore(
    subscribe,
    () => shown,
    () => false,
  );
  useShortcut('?', showKeyboardHelp);
  if (!opened) return null;
  return <KeyboardList onClose={() => set(false)} />;
}

let shown = false;
const listeners = new Set<() => void>();

function set(next: boolean): void {
  shown = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
