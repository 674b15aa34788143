import pg from 'pg';
import { loginUrl } from './login-url.ts';

type Listening = {
  url: string;
  reconnectMs: number;
  /** What is done with a notification's payload, by its channel. */
  channels: Record<string, (payload: string) => void>;
  /** Called each time that listening begins: notifications may have been missed until then. */
  onListening: () => void;
};

/** Keeps one connection that listens to these channels, and reconnects. Returns a function that ends it. */
export function keepListening({ url, reconnectMs, channels, onListening }: Listening): () => Promise<void> {
  let client: pg.Client | undefined;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  const connect = async () => {
    const next = new pg.Client({ connectionString: loginUrl(url, 'crossdock_app'), application_name: 'crossdock-live' });
    next.on('notification', ({ channel, payload = '' }) => channels[channel]?.(payload));
    next.on('error', () => undefined);
    next.on('end', connectLater);
    await next.connect();
    for (const channel of Object.keys(channels)) await next.query(`listen ${pg.escapeIdentifier(channel)}`);
    client = next;
    onListening();
  };
  const connectLater = () => {
    if (closed || timer) return;
    timer = setTimeout(() => {
      timer = undefined;
      connect().catch(connectLater);
    }, reconnectMs);
  };
  connect().catch(connectLater);
  return async () => {
    closed = true;
    clearTimeout(timer);
    await client?.end();
  };
}
