import { useSyncExternalStore } from 'react';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { useShortcut } from '../ui/shortcut.ts';
import classes from './keyboard-help.module.css';

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
  return (
    <Dialog title="Keyboard" size={380} onClose={() => set(false)}>
      <dl className={classes.keys}>
        {keys.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

const keys = [
  ['/', 'Search'],
  ['⌘K, Ctrl K', 'Go to a page, a view, an order or a product'],
  ['j', 'Next row'],
  ['k', 'Previous row'],
  ['x', 'Tick the row'],
  ['Enter', 'Open the row'],
  ['e', 'Edit the order'],
  ['⌘S, Ctrl S', 'Save the order'],
  ['e', 'Edit the order of the row'],
  ['Backspace', 'Take a filter away, on its button or in the empty search'],
  ['Esc', 'Close what is open'],
  ['?', 'This list'],
] as const;

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
