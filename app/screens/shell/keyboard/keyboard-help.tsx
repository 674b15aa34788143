import { lazily } from '../../../ui/lazily.tsx';
import { openStore, useStore } from '../../../ui/live/store.ts';
import { useShortcut } from '../../../ui/words/shortcut.ts';

const KeyboardList = lazily(() => import('./keyboard-list.tsx'));

const isOpen = openStore(false);

export const showKeyboardHelp = () => isOpen.set(true);

/** The list of keyboard shortcuts; `?` opens it. */
export function KeyboardHelp() {
  const opened = useStore(isOpen);
  useShortcut('?', showKeyboardHelp);
  if (!opened) return null;
  return <KeyboardList onClose={() => isOpen.set(false)} />;
}
