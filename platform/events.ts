import { EventEmitter } from 'node:events';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../db/tables.ts';
import { keepListening } from './keep-listening.ts';
import { listenersBy } from './listeners.ts';
import { everyTopic, recentNews } from './recent-news.ts';
import type { Tenant } from './tenant.ts';
import type { Topic } from './topics.ts';

/** A live event. No `ids` means many of them: reload. */
export type LiveNews = { accountId: number; topic: string; ids?: number[] };
export type LiveFeed = {
  subscribe: (accountId: number, listener: (news: LiveNews) => void) => () => void;
  /** The topics of an account's events of the last so many ms; `everyTopic` when they are not known. */
  since: (accountId: number, ageMs: number) => string[];
  /** Calls `listener` with the digest of the token of each session that ends, in whatever process. */
  onSessionEnd: (listener: (digest: string) => void) => void;
  /** Calls `listener` with the handle of each API key that is changed, or whose maker is, in whatever process. */
  onKeyChange: (listener: (handle: string) => void) => void;
  /** Calls `listener` each time that listening begins: what ended or changed before was not heard of. */
  onListening: (listener: () => void) => void;
  close: () => Promise<void>;
};

/** Notifies this account's listeners when the transaction commits. */
export function notify(tenant: Tenant, topic: Topic, ids: number[] = []): void {
  const idsOfTopic = tenant.news.get(topic) ?? new Set<number>();
  for (const id of ids) idsOfTopic.add(id);
  tenant.news.set(topic, idsOfTopic);
}

/** The account of events that are for all of them. No account has it. */
const everyone = 0;

/** Notifies the listeners of all accounts when the transaction commits: for what belongs to none. */
export function notifyEveryone(tenant: Tenant, topic: Topic): void {
  tenant.newsForEveryone.add(topic);
}

/** The same in a transaction of no account. */
export async function tellEveryone(db: Kysely<DB>, topic: Topic): Promise<void> {
  await sql`select pg_notify('crossdock', ${JSON.stringify({ accountId: everyone, topic })})`.execute(db);
}

/** Listens on its own connection and passes events to the listeners of their account; reconnects by itself. */
export function openLiveFeed(url: string, reconnectMs = 1_000): LiveFeed {
  const listeners = listenersBy<number, LiveNews>();
  const ended = new EventEmitter<{ session: [digest: string]; key: [handle: string]; listening: [] }>();
  const recent = recentNews();
  const close = keepListening({
    ...{ url, reconnectMs },
    channels: {
      crossdock(payload) {
        const news = JSON.parse(payload || '{}') as LiveNews;
        recent.note(news.accountId, news.topic);
        for (const accountId of news.accountId === everyone ? listeners.keys() : [news.accountId])
          listeners.notify(accountId, { ...news, accountId });
      },
      crossdock_sessions: (digest) => void ended.emit('session', digest),
      crossdock_keys: (handle) => void ended.emit('key', handle),
    },
    onListening() {
      recent.startAgain();
      ended.emit('listening');
      for (const accountId of listeners.keys()) listeners.notify(accountId, { accountId, topic: everyTopic });
    },
  });
  return {
    close,
    since: (accountId, ageMs) => [...new Set([...recent.since(accountId, ageMs), ...recent.since(everyone, ageMs)])],
    onSessionEnd: (listener) => void ended.on('session', listener),
    onKeyChange: (listener) => void ended.on('key', listener),
    onListening: (listener) => void ended.on('listening', listener),
    subscribe: listeners.subscribe,
  };
}
