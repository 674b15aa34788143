import type { Readable } from 'node:stream';
import type pg from 'pg';
import { to } from 'pg-copy-streams';

/**
 * Sends `copy (…) to stdout` and streams its bytes with back-pressure. The statement takes no parameters: values are literals in
 * it. Read the stream to its end before the client runs another query.
 */
export function copyOut(client: pg.PoolClient, statement: string): Readable {
  const stream = client.query(to(statement));
  const ignore = () => undefined;
  stream.on('error', ignore);
  // After an aborted read the rest of the data would precede the next reply: drop the connection, the pool replaces it.
  stream.once('close', () => {
    if (stream.readableEnded) return;
    // While a statement runs, pg ends a client by closing its socket.
    void (client as pg.PoolClient & pg.Client).end();
  });
  return stream;
}
