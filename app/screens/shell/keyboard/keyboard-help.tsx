import { useSyncExternalStore } from 'react';
import { lazily } from '../../../ui/lazily.tsx';
import { useShortcut } from '../../../ui/words/shortcut.ts';

const KeyboardList = lazily(() => import('./keyboard-list.tsx'));

export const showKeyboardHelp = () => set(true);

/** The list of keyboard shortcuts; `?` opens it. */
export function KeyboardHelp() {
  const opened = useSyncExternalStore(
    subscribe,
    () => isOpen,
    () => false,
  );
  useShortcut('?', showKeyboardHelp);
  if (!opened) return null;
  return <KeyboardList onClose={() => set(false)} />;
}

let isOpen = false;
const listeners = new Set<() => void>();

function set(next: boolean): void {
  isOpen = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
