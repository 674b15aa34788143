import { type RawBuilder, sql } from 'kysely';

/**
 * The numbers of our advisory locks: arbitrary, the same in every process, each for one purpose. Only the functions of the database have
 * such numbers besides, which are those of `inFunctions`.
 */
export const locks = {
  migrating: 7_203_416,
  /** Enqueues the reads that are due, across accounts. */
  tick: 7_203_417,
  /** Of an account and noun: the index of its words. */
  words: 7_203_418,
  /** Of a connection: its links, presets and field mappings, and since when its orders are looked for before they are sent. */
  rules: 7_203_419,
  /** Of the worker that keeps the gauges of the whole database, for as long as it lives. */
  gauges: 7_203_420,
  /** Recognising a database that begins another life. */
  recognising: 7_203_421,
  /** Of an account that has orders of several kinds of connections: storing new ones. */
  newOrders: 7_203_431,
  /** Of a group of changes: undoing it. */
  changes: 7_203_432,
  /** Of an account: creating tags. */
  tags: 7_203_433,
  /** Of an account: giving its events their sequence. */
  eventNumbers: 7_203_434,
  /** Of an account: making API keys. */
  keys: 7_203_440,
  /** Of an account: making webhooks. */
  webhooks: 7_203_441,
  /** Of an account: preparing what a person is to start, what agents do alone, and how much that may be. */
  proposals: 7_203_442,
  /** Of an account: adding up the tallies of its purchase orders. */
  foldedPurchases: 7_203_443,
  /** Of a sale that several kinds of connections have: checking its orders. */
  sales: 7_203_444,
  /** Of a connection: storing a page of its records ahead of its turn. */
  ahead: 7_203_445,
} as const;

/** By the function that takes it. */
export const inFunctions = { fold_tallies: 7_203_424, follow_events: 7_203_426 } as const;

/** Of which record's lock is taken. */
type LockOfRecord =
  | 'words'
  | 'rules'
  | 'newOrders'
  | 'changes'
  | 'tags'
  | 'eventNumbers'
  | 'keys'
  | 'webhooks'
  | 'proposals'
  | 'foldedPurchases'
  | 'sales'
  | 'ahead';

/** The two keys of the lock of one record, as arguments of PostgreSQL's functions. */
export const lockOf = (lock: LockOfRecord, id: number | RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`${locks[lock]}, (${id}::bigint % 2147483647)::int`;
