import { type RefObject, useEffectEvent, useLayoutEffect } from 'react';
import { useNavigate } from 'react-router';

/**
 * Opens a row on a click anywhere in it, except on its controls or after selecting text. The row's link is a plain one, which
 * works before scripts do and is cheap to render; here it becomes client-side navigation.
 */
export function useOpenOnClick(table: RefObject<HTMLTableElement | null>): void {
  const navigate = useNavigate();
  const onClick = useEffectEvent((event: MouseEvent) => {
    const { target, metaKey, ctrlKey, shiftKey, defaultPrevented } = event;
    if (defaultPrevented || !(target instanceof Element) || target.closest('a:not([data-open]), button, input, label')) return;
    const onLink = target.closest('a[data-open]');
    const href = (onLink ?? target.closest('tr')?.querySelector('a[data-open]'))?.getAttribute('href');
    const elsewhere = metaKey || ctrlKey || shiftKey;
    if (!href || (onLink && elsewhere) || (!onLink && window.getSelection()?.toString())) return;
    event.preventDefault();
    if (elsewhere) window.open(href, '_blank', 'noopener');
    else navigate(href);
  });
  useLayoutEffect(() => {
    const element = table.current;
    element?.addEventListener('click', onClick);
    return () => element?.removeEventListener('click', onClick);
  }, [table]);
}
