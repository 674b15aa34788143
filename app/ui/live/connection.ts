import { isSignedOut, watchFreshness } from './freshness.ts';
import { openStore, useStore } from './store.ts';

/** `lost`: no events come; `offline`: the browser has no network. */
export type LiveState = 'connecting' | 'live' | 'lost' | 'offline';
/** `missed` is true when events may have been missed: there are no ids, so reload. The topic `*` stands for every topic. */
export type LiveEvent = { topic: string; ids?: number[]; missed?: boolean };
export type LiveListener = { topics: readonly string[]; hear: (event: LiveEvent) => void };

/**
 * Listens to the account's events while the page is visible, and hears at once that it missed those which came while the page was
 * being read. Returns a function that stops.
 */
export function listen(listener: LiveListener): () => void {
  listeners.add(listener);
  if (listeners.size === 1) start();
  for (const topic of listener.topics) if (missedTopics.has(topic) || missedTopics.has('*')) listener.hear({ topic, missed: true });
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) stop();
  };
}

/** Call before another page is read: what is heard from now on may be missing in it. */
export function startReading(): void {
  missedTopics.clear();
}

const state = openStore<LiveState>('connecting');

export const useLiveState = () => useStore(state);

/** A hidden page closes its connection after this long: browsers allow few to one host. */
const hiddenMs = 30_000;
const retryMs = 3_000;
/** The server sends a beat every twenty seconds: after two that did not come, the connection is dead, whatever the browser thinks. */
const silenceMs = 45_000;

const listeners = new Set<LiveListener>();
/** Topics of events since the reading of this page began. */
const missedTopics = new Set<string>();
let source: EventSource | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let silence: ReturnType<typeof setTimeout> | undefined;
let wasAway = false;
let ignoreFreshness: (() => void) | undefined;

function start(): void {
  document.addEventListener('visibilitychange', followVisibility);
  window.addEventListener('offline', failed);
  window.addEventListener('online', reconnect);
  ignoreFreshness = watchFreshness(() => isSignedOut() || connect());
  if (navigator.onLine) connect();
  else failed();
}

function stop(): void {
  document.removeEventListener('visibilitychange', followVisibility);
  window.removeEventListener('offline', failed);
  window.removeEventListener('online', reconnect);
  ignoreFreshness?.();
  clearTimeout(timer);
  disconnect();
}

function followVisibility(): void {
  clearTimeout(timer);
  if (document.hidden) timer = setTimeout(disconnect, hiddenMs);
  else connect();
}

function connect(): void {
  // Without a session every try would be refused.
  if (source || document.hidden || isSignedOut()) return;
  // The document was read at most this long ago; what happened since then is sent first.
  source = new EventSource(`/api/events?age_ms=${Math.ceil(performance.now())}`);
  source.addEventListener('open', opened);
  source.addEventListener('error', failed);
  source.addEventListener('message', ({ data }) => {
    listenOn();
    tell(JSON.parse(data) as LiveEvent);
  });
  source.addEventListener('beat', listenOn);
  listenOn();
}

function listenOn(): void {
  clearTimeout(silence);
  silence = setTimeout(() => {
    state.set('lost');
    reconnect();
  }, silenceMs);
}

function reconnect(): void {
  disconnect();
  connect();
}

function disconnect(): void {
  clearTimeout(silence);
  source?.close();
  source = undefined;
  wasAway = true;
}

function opened(): void {
  state.set('live');
  if (wasAway) everythingMayBeMissed();
  wasAway = false;
}

function everythingMayBeMissed(): void {
  for (const { topics, hear } of listeners) for (const topic of topics) hear({ topic, missed: true });
}

/** The browser reconnects a dropped stream by itself, but gives up on a refused one: then we retry. */
function failed(): void {
  wasAway = true;
  state.set(navigator.onLine ? 'lost' : 'offline');
  // Without a network there is nothing to try: the browser tells when it has one again.
  if (navigator.onLine && source?.readyState !== EventSource.CLOSED) return;
  disconnect();
  clearTimeout(timer);
  if (navigator.onLine) timer = setTimeout(connect, retryMs);
}

function tell(event: LiveEvent): void {
  missedTopics.add(event.topic);
  if (event.topic === '*') everythingMayBeMissed();
  for (const { topics, hear } of listeners) if (topics.includes(event.topic)) hear(event);
}
