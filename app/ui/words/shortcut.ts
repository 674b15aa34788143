import { useEffectEvent, useLayoutEffect } from 'react';

/** Runs `work` when this key is pressed outside fields and dialogs, without ctrl, alt or command. */
export function useShortcut(key: string, work: (event: KeyboardEvent) => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== key || event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
    if (isBusy(event.target)) return;
    work(event);
  });
  // A layout effect: a key is heard from the first drawing on, not from some time after it.
  useLayoutEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

/** Whether the key belongs to a field or a dialog. */
function isBusy(target: EventTarget | null): boolean {
  if (document.querySelector('[role="dialog"], [role="menu"], dialog[open]')) return true;
  return target instanceof HTMLElement && target.matches('input:not([type="checkbox"]), textarea, select, [contenteditable="true"]');
}
