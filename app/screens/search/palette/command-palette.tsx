import { type Dispatch, type SetStateAction, useCallback, useEffect, useState } from 'react';
import { lazily } from '../../../ui/lazily.tsx';
import type { Candidates } from '../destinations.ts';

const Palette = lazily(() => import('./palette.tsx'));

/** Opens on ⌘K or Ctrl K anywhere, unless a dialog is open. Its code is fetched when first needed. */
export function CommandPalette(candidates: Pick<Candidates, 'pages' | 'connections'>) {
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const close = useCallback(() => setOpen(false), []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      if (document.querySelector('[role="dialog"], dialog[open]')) return;
      setText('');
      setOpen(true);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  useEffect(() => (open ? typeAhead(setText, close) : undefined), [open, close]);
  if (!open) return null;
  return <Palette {...candidates} text={text} onText={setText} onClose={close} />;
}

/** What is typed until the field has the focus is meant for it: the page behind would take letters for its shortcuts. */
function typeAhead(setText: Dispatch<SetStateAction<string>>, close: () => void): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  const take = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.key === 'Escape') close();
    else if (event.key === 'Backspace') setText((text) => text.slice(0, -1));
    else if (event.key.length === 1) setText((text) => text + event.key);
  };
  const isThere = ({ target }: FocusEvent) => target instanceof Element && target.closest('[role="dialog"]');
  window.addEventListener('keydown', take, { capture: true, signal });
  window.addEventListener('focusin', (event) => isThere(event) && ended.abort(), { signal });
  return () => ended.abort();
}
