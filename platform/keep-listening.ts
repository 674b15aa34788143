import type { Duplex } from 'node:stream';
import pg from 'pg';
import { loginUrl } from './login-url.ts';
import { steadyClient } from './steady.ts';

type Listening = {
  url: string;
  reconnectMs: number;
  /** How often the connection is asked whether it still replies, and how long it has for that. */
  aliveMs?: number;
  /** What is done with a notification's payload, by its channel. */
  channels: Record<string, (payload: string) => void>;
  /** Called each time that listening begins: notifications may have been missed until then. */
  onListening: () => void;
};

/**
 * Keeps one connection that listens to these channels, and reconnects, also where it no longer replies: what lies in between may forget
 * a connection and tell nobody. Returns a function that ends it.
 */
export function keepListening({ url, reconnectMs, aliveMs = 30_000, channels, onListening }: Listening): () => Promise<void> {
  let client: pg.Client | undefined;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  const connect = async () => {
    const next = steadyClient({
      ...{ connectionString: loginUrl(url, 'crossdock_app'), application_name: 'crossdock-live' },
      ...{ connectionTimeoutMillis: aliveMs, query_timeout: aliveMs },
    });
    client = next;
    next.on('notification', ({ channel, payload = '' }) => channels[channel]?.(payload));
    next.on('end', connectLater);
    try {
      await next.connect();
      for (const channel of Object.keys(channels)) await next.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch {
      return drop(next);
    }
    onListening();
    askNowAndThen(next, aliveMs);
  };
  const connectLater = () => {
    if (closed || timer) return;
    timer = setTimeout(() => {
      timer = undefined;
      void connect();
    }, reconnectMs);
  };
  void connect();
  return async () => {
    closed = true;
    clearTimeout(timer);
    await client?.end();
  };
}

/** Ends a connection that does not reply in time. */
function askNowAndThen(client: pg.Client, everyMs: number): void {
  const asking = setInterval(() => client.query('select').catch(() => drop(client)), everyMs).unref();
  client.once('end', () => clearInterval(asking));
}

/** Without a good-bye: the other side may never reply to one. */
const drop = (client: pg.Client): void => void (client as unknown as { connection: { stream: Duplex } }).connection.stream.destroy();
