import type { Failure, Result } from '../../../../connectors/contract.ts';
import { because } from '../../../base/reasons.ts';
import type { Effect } from '../../../shared/outbox/claim.ts';

/** How long a warehouse may take until it has what arrived there, and after how many minutes it is asked again. */
const intakeMinutes = 10;
const looksAfterMinutes = [1, 4, intakeMinutes];

type Failed = { ok: false; failure: Failure };

/**
 * The warehouse says that it does not have what may have arrived. That may wait for its intake there, so its word counts only once it
 * has had time for it: until then it is asked again. Null: it has had that time.
 */
export function lookAgain({ missing_since }: Effect): Failed | null {
  const since = missing_since?.getTime() ?? Date.now();
  const minutes = (Date.now() - since) / 60_000;
  const next = looksAfterMinutes.find((after) => after > minutes);
  if (next === undefined) return null;
  const reason = because({ code: 'sending.not_there_yet' });
  return { ok: false, failure: { kind: 'retry', at: new Date(since + next * 60_000), reason, maybeDone: true, limited: true } };
}

/**
 * What could not be looked at may be ours, whatever the reason: it is tried again. `tries`: this attempt itself may have brought it there.
 * Where it only looked and there was no request left for that, the doubt is of before, and the time for its intake does not begin anew.
 */
export function mayBeThere(failure: Failure, { maybe_done }: Effect, { tries }: { tries: boolean }): Result<never> {
  const { kind, reason } = failure;
  if (maybe_done && (kind === 'reconnect' || kind === 'forbidden')) return { ok: false, failure };
  if (kind === 'retry') return { ok: false, failure: { ...failure, maybeDone: tries || !failure.limited } };
  return { ok: false, failure: { kind: 'retry', at: new Date(Date.now() + 60_000), reason, maybeDone: true } };
}
