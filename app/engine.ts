import type { Database } from '../platform/db.ts';
import type { Files } from '../platform/files.ts';
import type { Log } from '../platform/log.ts';
import type { Seal } from '../platform/seal.ts';

/** What the engine runs with; one a process. */
export type Engine = {
  database: Database;
  log: Log;
  seal: Seal;
  files: Files;
  /** The one private origin that connectors may call, or null. */
  sandboxOrigin: string | null;
  now: () => Date;
  /** Buffers the exchange log of this process; flushed by the worker's end. */
  exchanges: ExchangeLog;
};

export type ExchangeLog = { add: (entry: ExchangeEntry) => void; flush: () => Promise<void> };

export type ExchangeEntry = {
  accountId: number;
  connectionId: number;
  /** Who asked for it; null for what the engine does by itself. */
  userId: number | null;
  at: Date;
  operation: string;
  /** The record it was about, as the other side names it: an order's remote id, a warehouse order's reference. */
  subject: string | null;
  method: string;
  url: string;
  status: number | null;
  tookMs: number;
  outcome: string;
  request: unknown;
  response: unknown;
};
