import { Modal } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { useShortcut } from '../ui/shortcut.ts';
import classes from './keyboard-help.module.css';

export const showKeyboardHelp = () => set(true);

/** Every key that does something; `?` opens it. */
export function KeyboardHelp() {
  const opened = useSyncExternalStore(
    subscribe,
    () => shown,
    () => false,
  );
  useShortcut('?', showKeyboardHelp);
  return (
    <Modal opened={opened} onClose={() => set(false)} title="Keyboard" size={380}>
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
    </Modal>
  );
}

const keys = [
  ['/', 'Search'],
  ['j', 'Next row'],
  ['k', 'Previous row'],
  ['x', 'Tick the row'],
  ['Enter', 'Open the row'],
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
