import type { Readable } from 'node:stream';
import type pg from 'pg';
import { to } from 'pg-copy-streams';

/**
 * Sends `copy (…) to stdout` and gives its bytes as the database writes them, no faster than they are read. The statement takes
 * no parameters: values are in it as literals. Read it to its end before anything else is asked of this client.
 */
export function copyOut(client: pg.PoolClient, statement: string): Readable {
  const stream = client.query(to(statement));
  const heard = () => undefined;
  stream.on('error', heard);
  // Left halfway, the rest would stay before the next answer for ever: the connection is of no more use, and the pool replaces it.
  stream.once('close', () => {
    if (stream.readableEnded) return;
    client.once('error', heard);
    (client as unknown as { connection: { stream: { destroy: () => void } } }).connection.stream.destroy();
  });
  return stream;
}
