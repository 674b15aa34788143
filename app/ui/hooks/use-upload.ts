import { useEffect, useRef } from 'react';

/**
 * An upload that ends when a person gives it up, or leaves: what the server has not got whole by then it forgets, and it leads nobody
 * away from where they went.
 */
export function useUpload(): { begin: () => AbortSignal; giveUp: () => void } {
  const current = useRef(new AbortController());
  useEffect(() => () => current.current.abort(), []);
  return {
    begin: () => {
      current.current = new AbortController();
      return current.current.signal;
    },
    giveUp: () => current.current.abort(),
  };
}
