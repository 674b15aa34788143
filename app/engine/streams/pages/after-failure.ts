import type { Cursor, Failure } from '../../../../connectors/contract.ts';
import type { Engine } from '../../../base/worker-context.ts';
import { forbiddenMs } from '../../../shared/connections/health/forbidden.ts';

/** Not at once: a place that is always forgotten would keep a worker busy for ever. */
export const anewMs = 5_000;

type Next = { at: Date | null; next: Cursor | null };

/** When to read again after a failure, and from where: a cursor that the other side has forgotten begins anew. */
export function afterFailure(engine: Engine, { cursor }: { cursor: Cursor | null }, failure: Failure): Next {
  if (failure.kind === 'retry') return { at: failure.at, next: failure.next ?? cursor };
  if (failure.kind === 'forbidden') return { at: new Date(engine.now().getTime() + forbiddenMs), next: cursor };
  if (failure.kind === 'cursor_expired' && cursor !== null) return { at: new Date(engine.now().getTime() + anewMs), next: null };
  return { at: null, next: cursor };
}
