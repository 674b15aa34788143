import { useEffect } from 'react';
import type { Role } from '../../../../platform/signed-in.ts';

/** Fetches the scripts of the other pages; what does that is fetched itself once this page is there. */
export function useFetchAhead(role: Role): void {
  useEffect(() => {
    const leaving = new AbortController();
    // Where it cannot be fetched, each page is fetched when it is opened.
    import('./fetch-ahead.ts').then(
      ({ fetchAhead }) => (leaving.signal.aborted ? undefined : fetchAhead(role, leaving.signal)),
      () => undefined,
    );
    return () => leaving.abort();
  }, [role]);
}
