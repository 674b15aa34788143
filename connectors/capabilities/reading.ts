import type { Reason } from '../http/reasons.ts';
import type { Cursor, Failure, Result } from '../http/result.ts';

export type Page<T> = {
  records: T[];
  /** Records that could not be read: kept with their payload and shown, never dropped. */
  unreadable: Unreadable[];
  /**
   * Under which ids something is kept that could not be read before and can by now, where no record of the page has that id: an order whose
   * parcels are records. Of a `cursor` stream alone.
   */
  readable?: string[];
  /** Remote ids of records that the other side no longer has. */
  gone: string[];
  /** The cursor to read on from. Stored after the page, so that a crash in between reads the page again. */
  next: Cursor;
  /** True when `next` has more to read at once; false when the stream is drained for now. */
  more: boolean;
  /** With `more: false`: not drained, but still being made there (a report was submitted); `next` is read again then. */
  again?: Date;
  /**
   * Of a stream that reads all that there is again and again: with this page it begins to, or what is read since it began is not all of it.
   * One that begins without a cursor, at the beginning of time, need not say so.
   */
  whole?: 'begins' | 'breaks';
  /** How many records the whole read will give, when the other side says. For the progress bar. */
  total?: number;
};

/** The other side has taken it and does not know yet what comes of it: ask for this ticket then. */
export type Ticket = { ticket: string; at: Date };

export type Unreadable = { remoteId: string | null; reason: Reason; raw: unknown };

/** Read by watermark of the remote's own clock, minus an overlap. `null` starts from `since`. */
export type CursorStream<T> = { mode: 'cursor'; read: (cursor: Cursor | null, since: Date) => Promise<Result<Page<T>>> };

/**
 * Read what is not yet acknowledged, then acknowledge each. A pass begins with `null` and follows `next` while there is `more`,
 * whether or not the pages before are acknowledged already; what a pass misses because the queue moved on, the next one finds.
 */
export type QueueStream<T> = {
  mode: 'queue';
  read: (cursor: Cursor | null) => Promise<Result<Page<T>>>;
  /**
   * Called after the records were stored, by the outbox, again and again until each has an outcome. Acknowledging twice must do no
   * harm. Unreadable records with an id are acknowledged too: we keep them, and they must not block the queue.
   */
  acknowledge: (remoteIds: string[]) => Promise<Result<ItemOutcome[]>>;
  /**
   * Reads what was acknowledged and is from this moment on: a database that was restored has acknowledged what it does not know, and the
   * queue does not give it again.
   */
  readAcknowledged: (cursor: Cursor | null, since: Date) => Promise<Result<Page<T>>>;
};
export type Stream<T> = CursorStream<T> | QueueStream<T>;
/** What became of one of several; one without an outcome is tried again. `not_found` counts as acknowledged. */
export type ItemOutcome = { remoteId: string; failure?: Failure };

/** Something a person recognises by its name: a store, a location, a subsidiary. */
export type Named = { id: string; name: string };

/**
 * A field that mappings choose from. `path`: into the payload of an order, as `advancedOptions.customField1`; or the warehouse's own name
 * of it.
 */
export type Field = { path: string; name: string; description: string };

export type Address = {
  name: string;
  company: string | null;
  line1: string;
  line2: string | null;
  city: string;
  state: string | null;
  postalCode: string;
  /** ISO 3166-1 alpha-2, or what the channel sent when it is not one. */
  country: string;
};
