import type { Failure } from '../../../../connectors/contract.ts';
import { because } from '../../../base/reasons.ts';
import type { Engine } from '../../../base/worker-context.ts';

/** The other side replied, and said nothing of this effect: it is tried again. */
export const unsaid = (engine: Pick<Engine, 'now'>, maybeDone: boolean): Failure => ({
  kind: 'retry',
  at: new Date(engine.now().getTime() + 10_000),
  reason: because({ code: 'sending.not_said' }),
  maybeDone,
});
