import { useEffect } from 'react';
import { type Blocker, useBlocker } from 'react-router';

/** Blocks leaving the page with unsaved input: `state` is `blocked` until `proceed` or `reset`. The browser asks before it closes the window. */
export function useUnsaved(isUnsaved: boolean): Blocker {
  useEffect(() => {
    if (!isUnsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isUnsaved]);
  return useBlocker(({ currentLocation, nextLocation }) => isUnsaved && currentLocation.pathname !== nextLocation.pathname);
}
