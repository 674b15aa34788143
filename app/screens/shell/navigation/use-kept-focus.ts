import { useEffect } from 'react';

/** Keeps the focus on the page when its control disappears. Fetched once the page is there, since nobody has pressed anything before. */
export function useKeptFocus(): void {
  useEffect(() => {
    const lifetime = new AbortController();
    // Where it cannot be fetched, the focus is where the browser leaves it.
    import('./keep-focus.ts').then(
      ({ keepFocus }) => lifetime.signal.aborted || keepFocus(lifetime.signal),
      () => undefined,
    );
    return () => lifetime.abort();
  }, []);
}
