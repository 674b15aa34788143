import type { FastifyReply, FastifyRequest } from 'fastify';

export type EventStream = { send: (event: unknown) => void; close: () => void };

type Options = {
  /** Called at each heartbeat and when that time has come: until when this reader may listen, in ms since 1970; null when no longer. */
  welcomeUntil: () => Promise<number | null>;
  /** Called once when the stream ends. */
  closed: () => void;
  heartbeatMs?: number;
  /** How long its reader has, at the end, to take what was written. */
  lastWordsMs?: number;
};

/** A reader that lags behind by this many bytes is disconnected: it reconnects and reloads. */
const mostBuffered = 256 * 1024;

/** Turns a reply into server-sent events, until the reader leaves, loses its session, or the server stops. */
export function openStream(
  request: FastifyRequest,
  reply: FastifyReply,
  { welcomeUntil, closed, heartbeatMs = 20_000, lastWordsMs = 5_000 }: Options,
): EventStream {
  reply.hijack();
  const { raw } = reply;
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
  raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
  raw.write('retry: 2000\n\n');

  let next: NodeJS.Timeout | undefined;
  const hasEnded = () => raw.writableEnded || raw.destroyed;
  const close = () => {
    if (hasEnded()) return;
    raw.end();
    clearTimeout(next);
    next = setTimeout(() => raw.destroy(), lastWordsMs);
  };
  const beat = async () => {
    const left = ((await welcomeUntil().catch(() => Number.POSITIVE_INFINITY)) ?? 0) - Date.now();
    if (hasEnded()) return;
    if (left > 0) {
      raw.write('event: beat\ndata:\n\n');
      next = setTimeout(beat, Math.min(heartbeatMs, left));
    } else close();
  };
  const open = openStreams(request);
  open.add(close);
  // The reader is gone, or what it had not read is: it reconnects and reloads.
  raw.on('error', () => raw.destroy());
  const end = () => {
    clearTimeout(next);
    open.delete(close);
    closed();
  };
  // Of who left before this nothing more is heard.
  if (raw.closed) setImmediate(end);
  else raw.once('close', end);
  beat();
  return {
    send(event) {
      if (hasEnded()) return;
      if (raw.writableLength > mostBuffered) raw.destroy();
      else raw.write(`data: ${JSON.stringify(event)}\n\n`);
    },
    close,
  };
}

const openOf = new WeakMap<object, Set<() => void>>();

/** The streams of this server, to close when it stops. */
function openStreams({ server }: FastifyRequest): Set<() => void> {
  return openOf.get(server.server) ?? new Set();
}

/** Closes the streams when the server stops, so that it does not wait for readers. */
export function closeStreamsWith(app: { server: object; addHook: (name: 'preClose', hook: () => Promise<void>) => unknown }): void {
  const open = new Set<() => void>();
  openOf.set(app.server, open);
  app.addHook('preClose', async () => {
    for (const close of open) close();
  });
}
