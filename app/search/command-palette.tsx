import { useEffect, useState } from 'react';
import { lazily } from '../ui/lazily.tsx';
import type { Offered } from './destinations.ts';

const Palette = lazily(() => import('./palette.tsx'));

/** Opens on ⌘K or Ctrl K anywhere, unless a dialog is open. Its code is fetched when first needed. */
export function CommandPalette(offered: Pick<Offered, 'pages' | 'connections'>) {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      if (!document.querySelector('[role="dialog"], dialog[open]')) setOpen(true);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  if (!open) return null;
  return <Palette {...offered} onClose={() => setOpen(false)} />;
}
