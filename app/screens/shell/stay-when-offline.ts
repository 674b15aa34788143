import { useEffect } from 'react';
import { showAlert } from '../../ui/alerts/alerts.ts';

/**
 * Offline a link leads nowhere: a page whose script was not fetched yet would end in the browser's own error, and everything typed
 * would be lost. So one stays, and is told why.
 */
export function useStayWhenOffline(): void {
  useEffect(() => {
    document.addEventListener('click', stay, true);
    return () => document.removeEventListener('click', stay, true);
  }, []);
}

function stay(event: MouseEvent): void {
  const link = !navigator.onLine && event.target instanceof Element && linkOf(event.target);
  if (!link || link.origin !== location.origin || link.pathname === location.pathname) return;
  event.preventDefault();
  event.stopPropagation();
  showAlert('warning', 'You are offline, so this page cannot be opened. What is here stays; go on when the connection is back.');
}

/** The link that a click follows: in a list, that of its row. */
function linkOf(target: Element): HTMLAnchorElement | null | undefined {
  const control = target.closest<HTMLElement>('a[href], button, input, label');
  if (control) return control instanceof HTMLAnchorElement ? control : null;
  return target.closest('tr')?.querySelector<HTMLAnchorElement>('a[data-open]');
}
