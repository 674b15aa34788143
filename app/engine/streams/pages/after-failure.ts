import type { Cursor, Failure } from '../../../../connectors/contract.ts';
import { isPassing } from '../../../../platform/db.ts';
import type { JobPayload } from '../../../base/job-queue.ts';
import { because } from '../../../base/reasons.ts';
import type { Engine } from '../../../base/worker-context.ts';
import { forbiddenMs } from '../../../shared/connections/health/forbidden.ts';

/** Not at once: a place that is always forgotten would keep a worker busy for ever. */
export const anewMs = 5_000;

/** What fails through no fault of the other side is tried again after so long. */
export const faultyMs = 30_000;

/** An exception while a stream is read, or while what was read is stored: a failure of the read, so that a person sees that it fails. */
export const ourFault = (engine: Pick<Engine, 'now'>): Failure => ({
  kind: 'retry',
  at: new Date(engine.now().getTime() + faultyMs),
  reason: because({ code: 'reading.our_fault' }),
  maybeDone: false,
});

type Of = Pick<JobPayload<'stream:pull'>, 'accountId' | 'connectionId' | 'stream'>;

/** Stores what was read. Null, and it is logged why, where that failed through no fault of its records. @throws what passes by itself */
export async function storeSafely<T>(engine: Pick<Engine, 'log'>, of: Of, store: () => Promise<T>): Promise<{ done: T } | null> {
  try {
    return { done: await store() };
  } catch (error) {
    if (isPassing(error)) throw error;
    const { accountId: account, connectionId: connection, stream } = of;
    engine.log.error({ error, account, connection, stream }, 'storing failed unexpectedly');
    return null;
  }
}

type Next = { at: Date | null; next: Cursor | null };

/** When to read again after a failure, and from where: a cursor that the other side has forgotten begins anew. */
export function afterFailure(engine: Engine, { cursor }: { cursor: Cursor | null }, failure: Failure): Next {
  if (failure.kind === 'retry') return { at: failure.at, next: failure.next ?? cursor };
  if (failure.kind === 'forbidden') return { at: new Date(engine.now().getTime() + forbiddenMs), next: cursor };
  if (failure.kind === 'cursor_expired' && cursor !== null) return { at: new Date(engine.now().getTime() + anewMs), next: null };
  return { at: null, next: cursor };
}
