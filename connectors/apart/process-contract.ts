import type { Result, Settings } from '../contract.ts';
import type { Application } from '../http/consent.ts';
import type { Learned } from '../http/learned.ts';
import type { Slot } from '../http/limit-kinds.ts';
import type { Turn } from '../http/limits.ts';
import type { Grant } from '../http/tokens.ts';
import type { Exchange } from '../http.ts';
import type { About, Questions } from './questions.ts';

/** A question as the process gets it: what a session needs and can be sent. */
export type SentQuery = {
  connector: string;
  settings: Settings;
  question: keyof Questions;
  about: About<keyof Questions> | undefined;
  sandboxOrigin: string | null;
  application: Application | null;
  attempt: number;
  timeoutMs: number | undefined;
  trial: boolean;
  belongsTo: readonly string[];
  /** The caller's clock before the machine's. */
  aheadMs: number;
  /** From then on, by the machine's clock, nothing is sent. */
  untilMs: number;
};

/** A claim whose limit is named by its place in the connector: functions cannot be sent. */
export type ByIndex = { index: number; key: string; cost: number };

/** What the process does. */
export type Helper = {
  ask: (run: number, query: SentQuery) => Promise<Result<unknown> | undefined>;
  /** Signs in for a question that asked for a token. */
  grant: (run: number, key: string, kept: string | null) => Promise<Result<Grant>>;
};

/** What it asks of the one that started it. */
export type Offered = {
  take: (run: number, claims: ByIndex[], now: Date, slot: Slot) => Promise<Turn>;
  learn: (run: number, claim: ByIndex, learned: Learned, now: Date) => Promise<void>;
  release: (run: number, claims: ByIndex[], slot: Slot) => Promise<void>;
  token: (run: number, key: string, stale: string | null, now: Date) => Promise<Result<Grant>>;
  log: (run: number, exchange: Exchange) => Promise<void>;
};
