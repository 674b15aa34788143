import { EventEmitter } from 'node:events';
import { keepListening } from './keep-listening.ts';
import { listenersBy } from './listeners.ts';
import { everyTopic, recentNews } from './recent-news.ts';
import type { Tenant } from './tenant.ts';

/** A live event. No `ids` means many of them: reload. */
export type LiveNews = { accountId: number; topic: string; ids?: number[] };
export type LiveFeed = {
  subscribe: (accountId: number, listener: (news: LiveNews) => void) => () => void;
  /** The topics of an account's events of the last so many ms; `everyTopic` when they are not known. */
  since: (accountId: number, ageMs: number) => string[];
  /** Calls `listener` with the digest of the token of each session that ends, in whatever process. */
  onSessionEnd: (listener: (digest: string) => void) => void;
  close: () => Promise<void>;
};

/** Notifies this account's listeners when the transaction commits. Topics: orders, order:ID, runs, run:ID, connections, issues, departments, views. */
export function notify(tenant: Tenant, topic: string, ids: number[] = []): void {
  const known = tenant.news.get(topic) ?? new Set<number>();
  for (const id of ids) known.add(id);
  tenant.news.set(topic, known);
}

/** Listens on its own connection and passes events to the listeners of their account; reconnects by itself. */
export function openLiveFeed(url: string, reconnectMs = 1_000): LiveFeed {
  const listeners = listenersBy<number, LiveNews>();
  const ended = new EventEmitter<{ session: [digest: string] }>();
  const recent = recentNews();
  const close = keepListening({
    ...{ url, reconnectMs },
    channels: {
      crossdock(payload) {
        const news = JSON.parse(payload || '{}') as LiveNews;
        recent.note(news.accountId, news.topic);
        listeners.notify(news.accountId, news);
      },
      crossdock_sessions: (digest) => void ended.emit('session', digest),
    },
    onListening() {
      recent.startAgain();
      for (const accountId of listeners.keys()) listeners.notify(accountId, { accountId, topic: everyTopic });
    },
  });
  return {
    close,
    since: recent.since,
    onSessionEnd: (listener) => void ended.on('session', listener),
    subscribe: listeners.subscribe,
  };
}
