import type { Reason } from '../../connectors/contract.ts';
import type { Application } from '../../connectors/http/consent.ts';
import type { Database } from '../../platform/db.ts';
import type { Files } from '../../platform/files.ts';
import type { KeepDays } from '../../platform/keep-days.ts';
import type { Log } from '../../platform/log.ts';
import type { Mailer } from '../../platform/mail.ts';
import type { Seal } from '../../platform/seal.ts';
import type { Mark } from './installation/mark.ts';

/** What jobs and sync run with; one per process. */
export type Engine = {
  database: Database;
  log: Log;
  seal: Seal;
  files: Files;
  /** Whether this database is the newest of its installation: asked before anything leaves. */
  mark: Pick<Mark, 'cover'>;
  /** The only private origin that connectors may call, or null. */
  sandboxOrigin: string | null;
  /** Our own applications at vendors, by the connector's name: people consent to them. */
  applications: Readonly<Record<string, Application>>;
  /** Whether this is the demo. */
  demo: boolean;
  /** Where people and webhooks reach us. */
  baseUrl: string;
  /** After how many days the housekeeping deletes what only tells what happened. */
  keepDays: KeepDays;
  /** The time of the database, which all processes date by. */
  now: () => Date;
  /** Sends a mail, or keeps it for the demo's outbox. */
  post: Mailer;
  /** Buffers the exchange log of this process; flushed when the worker stops. */
  exchanges: ExchangeLog;
};

export type ExchangeLog = { add: (entry: ExchangeEntry) => void; flush: () => Promise<void> };

export type ExchangeEntry = {
  accountId: number;
  connectionId: number;
  /** The person who asked for it; null for background work. */
  userId: number | null;
  at: Date;
  operation: string;
  /** The record concerned, by the other side's name: an order's remote id, a warehouse order's reference. */
  subject: string | null;
  method: string;
  url: string;
  status: number | null;
  tookMs: number;
  /** `ok`, or the kind of the failure. */
  outcome: string;
  reason: Reason | null;
  request: unknown;
  response: unknown;
};
