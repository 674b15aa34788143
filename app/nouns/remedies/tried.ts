type Attempt = { at: number; isWhole: boolean };

/** How long it is remembered what was tried, in ms: what comes back later has failed for the first time since. */
const remembered = 10 * 60_000;

/** What was tried again in this window, by what. */
const attempts = new Map<string, Attempt>();

/** Remembers that all of this was tried, or only a part: `waiting` waited for it, and `tried` of them were tried. */
export function rememberTried(key: string, { tried, waiting }: { tried: number; waiting: number }, now = Date.now()): void {
  attempts.set(key, { at: now, isWhole: tried >= waiting });
}

/** Whether what is there has failed again: not where it may be what was not tried. */
export function hasFailedAgain(key: string, now = Date.now()): boolean {
  const attempt = attempts.get(key);
  if (!attempt) return false;
  if (now - attempt.at <= remembered) return attempt.isWhole;
  attempts.delete(key);
  return false;
}
