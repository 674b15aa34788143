import type { Reason } from './reasons.ts';

/** Every call into a connector returns data or one of six typed failures. It throws only on our own bugs. */
export type Result<T> = { ok: true; value: T } | { ok: false; failure: Failure };

/** Maps the value of a success; a failure stays as it is. */
export function mapResult<T, U>(result: Result<T>, map: (value: T) => U): Result<U> {
  return result.ok ? { ok: true, value: map(result.value) } : result;
}

/**
 * `reason`: what the other side wrote is a value of `their_words`, and every other sentence is ours: reasons.ts. `setting`: the one that
 * is wrong, where that is known; the form to connect says the reason below it.
 */
export type Failure =
  /**
   * A passing failure: a limit, a timeout, a 5xx, a reply that cannot be read. `maybeDone` when the request may have taken effect.
   * `limited` when only the allowance is used up: nothing is wrong, and it counts as no attempt.
   * `next`, from a stream's read, is the place to go on from instead of the cursor that was given: smaller steps
   * around a record that the other side cannot give.
   * `changed`, of a write with `If-Match`: somebody changed the record since it was read (412). Nothing was done and nothing is wrong: the
   * whole call is made again, so that it reads the record again and decides anew. The same of what was taken and given up there.
   */
  | { kind: 'retry'; at: Date; reason: Reason; maybeDone: boolean; limited?: boolean; changed?: boolean; next?: Cursor; setting?: string }
  /** Credentials refused, or the plan has lapsed: nothing works until a person acts. */
  | { kind: 'reconnect'; reason: Reason; setting?: string }
  /** The credentials are good and may not do this: one capability waits for a person, the others go on. */
  | { kind: 'forbidden'; reason: Reason }
  /** The other side understood and said no. `code` is from `rejectionCodes`. */
  | { kind: 'rejected'; code: RejectionCode; reason: Reason; setting?: string }
  | { kind: 'not_found'; reason: Reason; setting?: string }
  /** From a stream's read: the other side has forgotten the place of the cursor. The stream begins again. */
  | { kind: 'cursor_expired'; reason: Reason };

export const rejectionCodes = [
  'invalid',
  'unknown_sku',
  'unknown_method',
  'bad_address',
  'out_of_stock',
  'too_late',
  'duplicate',
  'other',
] as const;
export type RejectionCode = (typeof rejectionCodes)[number];

/** An opaque place in a stream; JSON, kept by the engine, made and understood by the connector alone. */
export type Cursor = { [field: string]: string | number | null | Cursor };
