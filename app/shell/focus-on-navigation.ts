import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** After going to another page, focus is at its beginning, as after a page load; filters and pages leave it where it was. */
export function useFocusOnNavigation(): void {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    // Where someone has opened a dialog meanwhile, what they type belongs into it; a list puts it back on the row that it was left at.
    if (document.activeElement?.closest('[role="dialog"], tr[data-row]')) return;
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [pathname]);
}
