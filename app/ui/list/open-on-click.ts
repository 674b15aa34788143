import { type RefObject, useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';

/**
 * A press anywhere on a row opens it, unless it meant a control of the row, or selected text. A convenience for the
 * mouse: the row's own link is what keyboards and screen readers use.
 */
export function useOpenOnClick(table: RefObject<HTMLTableElement | null>): void {
  const navigate = useNavigate();
  const onClick = useEffectEvent(({ target, metaKey, ctrlKey }: MouseEvent) => {
    if (!(target instanceof Element) || target.closest('a, button, input, label') || window.getSelection()?.toString()) return;
    const href = target.closest('tr')?.querySelector('a[data-open]')?.getAttribute('href');
    if (!href) return;
    if (metaKey || ctrlKey) window.open(href, '_blank', 'noopener');
    else navigate(href);
  });
  useEffect(() => {
    const element = table.current;
    element?.addEventListener('click', onClick);
    return () => element?.removeEventListener('click', onClick);
  }, [table]);
}
