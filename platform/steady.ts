import type { EventEmitter } from 'node:events';
import pg from 'pg';

type Lost = (error: Error) => void;
const silent: Lost = () => undefined;

/**
 * Options by which the system looks whether the other side is still there, as long as nothing comes from it. A machine that vanishes ends
 * no connection: whoever waits for its reply would wait for hours, and with it what is done again and again.
 */
export const aliveChecks = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const;

/**
 * A pool that outlives its connections. One that the server ends is replaced at its next use, whether it was idle or between two statements
 * of a transaction; one that is closing may be ended after its pool has. Without these listeners that would end the process.
 */
export function steadyPool<Pool extends pg.Pool>(pool: Pool, lost = silent): Pool {
  const events: EventEmitter = pool;
  events.on('error', lost).on('connect', (client: pg.PoolClient) => client.on('error', lost));
  return pool;
}

/**
 * A connection of its own. Where the server ends it, the statement under way fails, or the next: without a listener that would end the
 * process.
 */
export const steadyClient = (config: string | pg.ClientConfig): pg.Client => new pg.Client(config).on('error', silent);
