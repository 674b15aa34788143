import { useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** After navigation to another page, focus moves to its beginning, as after a page load; filters and paging leave it in place. */
export function useFocusOnNavigation(): void {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  // A layout effect: whoever reaches for a field as soon as they see it keeps it.
  useLayoutEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    // Keeps focus in a dialog that was opened in the meantime, and on a row that a list has restored it to.
    if (document.activeElement?.closest('[role="dialog"], tr[data-row]')) return;
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [pathname]);
}
