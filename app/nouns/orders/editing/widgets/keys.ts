import { useEffectEvent, useLayoutEffect } from 'react';

/** Listens in the capture phase, so that a dialog that this key closes is still open when the handler looks. */
export function useWindowKeys(hear: (event: KeyboardEvent) => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!event.isComposing) hear(event);
  });
  useLayoutEffect(() => {
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, []);
}

export const isDialogOpen = () => document.querySelector('[role="dialog"], [role="menu"], dialog[open]') !== null;

/** Ctrl or ⌘ with Enter or S. */
export const meansSave = ({
  key,
  ctrlKey,
  metaKey,
  altKey,
  shiftKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>) =>
  (ctrlKey || metaKey) && !altKey && !shiftKey && (key === 'Enter' || key.toLowerCase() === 's');
