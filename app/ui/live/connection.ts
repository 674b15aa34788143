import { useSyncExternalStore } from 'react';

export type LiveState = 'connecting' | 'live' | 'lost';
/** `missed` is true when events may have been missed: there are no ids, so reload. */
export type LiveEvent = { topic: string; ids?: number[]; missed?: boolean };
export type LiveListener = { topics: readonly string[]; hear: (event: LiveEvent) => void };

/** Listens to the account's events while the page is visible. Returns a function that stops. */
export function listen(listener: LiveListener): () => void {
  listeners.add(listener);
  if (listeners.size === 1) start();
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) stop();
  };
}

export const useLiveState = () => useSyncExternalStore(subscribe, () => state, stateOnTheServer);

/** A hidden page closes its connection after this long: browsers allow few to one host. */
const hiddenMs = 30_000;
const retryMs = 3_000;

const listeners = new Set<LiveListener>();
const watchers = new Set<() => void>();
let state: LiveState = 'connecting';
let source: EventSource | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let wasAway = false;

function start(): void {
  document.addEventListener('visibilitychange', followVisibility);
  connect();
}

function stop(): void {
  document.removeEventListener('visibilitychange', followVisibility);
  clearTimeout(timer);
  disconnect();
}

function followVisibility(): void {
  clearTimeout(timer);
  if (document.hidden) timer = setTimeout(disconnect, hiddenMs);
  else connect();
}

function connect(): void {
  if (source || document.hidden) return;
  source = new EventSource('/api/events');
  source.addEventListener('open', opened);
  source.addEventListener('error', failed);
  source.addEventListener('message', ({ data }) => tell(JSON.parse(data) as LiveEvent));
}

function disconnect(): void {
  source?.close();
  source = undefined;
  wasAway = true;
}

function opened(): void {
  setState('live');
  if (wasAway) for (const { topics, hear } of listeners) for (const topic of topics) hear({ topic, missed: true });
  wasAway = false;
}

/** The browser reconnects a dropped stream by itself, but gives up on a refused one: then we retry. */
function failed(): void {
  wasAway = true;
  setState('lost');
  if (source?.readyState !== EventSource.CLOSED) return;
  disconnect();
  clearTimeout(timer);
  timer = setTimeout(connect, retryMs);
}

function tell(event: LiveEvent): void {
  for (const { topics, hear } of listeners) if (topics.includes(event.topic)) hear(event);
}

function setState(next: LiveState): void {
  state = next;
  for (const watcher of watchers) watcher();
}

function subscribe(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

const stateOnTheServer = (): LiveState => 'connecting';
