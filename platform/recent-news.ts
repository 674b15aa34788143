/** Events may have been missed: anything may have changed. */
export const everyTopic = '*';

/** A page that took longer than this from its reading to its listening reloads. */
const rememberedMs = 60_000;

/**
 * Remembers for a minute which topics of an account there were events of: a page is read a moment before it listens, and an event
 * of that moment must not be lost on it.
 */
export function recentNews(now: () => number = () => performance.now()) {
  /** Account, topic, time of its last event; the oldest first. */
  const recent = new Map<number, Map<string, number>>();
  let listeningSince = Number.POSITIVE_INFINITY;
  return {
    /** Events may have been missed until now. */
    startAgain() {
      listeningSince = now();
      recent.clear();
    },
    note(accountId: number, topic: string) {
      const topics = recent.get(accountId) ?? new Map<string, number>();
      recent.set(accountId, topics);
      topics.delete(topic);
      topics.set(topic, now());
      for (const [oldest, at] of topics) {
        if (at >= now() - rememberedMs) break;
        topics.delete(oldest);
      }
    },
    /** The topics of the last so many ms; `everyTopic` when they are not known. */
    since(accountId: number, ageMs: number): string[] {
      const from = now() - ageMs;
      if (ageMs > rememberedMs || from < listeningSince) return [everyTopic];
      return [...(recent.get(accountId) ?? [])].filter(([, at]) => at >= from).map(([topic]) => topic);
    },
  };
}
