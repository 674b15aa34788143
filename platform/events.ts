import { EventEmitter } from 'node:events';
import pg from 'pg';
import { type Listeners, listenersBy } from './listeners.ts';
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
  let client: pg.Client | undefined;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  const connect = async () => {
    const next = new pg.Client({ connectionString: url, application_name: 'crossdock-live', options: '-c role=crossdock_app' });
    next.on('notification', ({ channel, payload = '' }) => {
      if (channel === 'crossdock_sessions') return void ended.emit('session', payload);
      const news = JSON.parse(payload || '{}') as LiveNews;
      recent.note(news.accountId, news.topic);
      listeners.notify(news.accountId, news);
    });
    next.on('error', () => undefined);
    next.on('end', again);
    await next.connect();
    await next.query('listen crossdock; listen crossdock_sessions');
    recent.startAgain();
    client = next;
  };
  const again = () => {
    if (closed || timer) return;
    timer = setTimeout(() => {
      timer = undefined;
      connect().then(() => everyoneLooksAgain(listeners), again);
    }, reconnectMs);
  };
  connect().catch(again);

  return {
    since: recent.since,
    onSessionEnd: (listener) => void ended.on('session', listener),
    subscribe: listeners.subscribe,
    async close() {
      closed = true;
      clearTimeout(timer);
      await client?.end();
    },
  };
}

/** Events may have been missed while the connection was down, so every listener is told to reload. */
function everyoneLooksAgain(listeners: Listeners<number, LiveNews>): void {
  for (const accountId of listeners.keys()) listeners.notify(accountId, { accountId, topic: everyTopic });
}
