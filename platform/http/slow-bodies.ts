import type { IncomingMessage } from 'node:http';

/** By `wholeMs` a body has arrived, or in each `everyMs` that end then and later at least `leastBytes` of it do. */
type Patience = { wholeMs: number; everyMs: number; leastBytes: number };
/** Half a megabit a second. A file of 200 MB may take as long as that, and whoever sends a byte now and then is gone in two minutes. */
const usual: Patience = { wholeMs: 120_000, everyMs: 30_000, leastBytes: 30 * 64 * 1024 };

/** Calls `tooSlow` where the body of a request does not arrive in time. Small bodies have no time beyond the first minutes to gain. */
export function watchBody(request: IncomingMessage, tooSlow: () => void, { wholeMs, everyMs, leastBytes }: Patience = usual): void {
  const { headers, socket } = request;
  if (!headers['transfer-encoding'] && !Number(headers['content-length'] ?? 0)) return;
  let seen = 0;
  const look = () => {
    if (socket.bytesRead - seen < leastBytes) return tooSlow();
    wait(everyMs);
  };
  const wait = (ms: number) => {
    seen = socket.bytesRead;
    timer = setTimeout(look, ms).unref();
  };
  let timer = setTimeout(() => wait(everyMs), wholeMs - everyMs).unref();
  const end = () => clearTimeout(timer);
  request.once('end', end).once('close', end);
}
