import { openStore, useStore } from './store.ts';

/**
 * Whether the last reload of the page succeeded: `failing` without a reply, `signed_out` without a session, `other_session` where another
 * tab has gone on as somebody else or in another account.
 */
export type Freshness = 'fresh' | 'failing' | 'signed_out' | 'other_session';

export function reportFreshness(next: Freshness): void {
  if (next !== freshness.get() && !isLeaving) freshness.set(next);
}

/**
 * Replaces or ends the session by `change`, then loads `place` anew, so that nothing of the old session remains. What was asked with
 * the old session until then and refused says nothing about the new one: it must not lead to sign-in instead.
 */
export async function changeSession(change: () => Promise<unknown>, place: string): Promise<void> {
  isLeaving = true;
  try {
    await change();
  } catch (error) {
    isLeaving = false;
    throw error;
  }
  window.location.assign(place);
  // Where something is not saved the browser asks first, and the person may stay.
  setTimeout(() => (isLeaving = false), leavingMs);
}

const freshness = openStore<Freshness>('fresh');

export const isSignedOut = (): boolean => freshness.get() === 'signed_out';
export const useFreshness = () => useStore(freshness);
/** Calls `watcher` whenever it changes. Returns a function that stops. */
export const watchFreshness = freshness.watch;

let isLeaving = false;
/** How long a page that is being left may still be there. */
const leavingMs = 5_000;
// The browser may show this very page again, by its back button.
if (typeof window !== 'undefined') window.addEventListener('pageshow', () => (isLeaving = false));
