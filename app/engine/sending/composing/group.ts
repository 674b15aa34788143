import type { Result } from '../../../../connectors/contract.ts';
import type { Effect } from '../../../shared/outbox/claim.ts';
import type { EffectReply } from '../replies/effect-reply.ts';

/** Effects that go out in one call. Most groups are of one. */
export type Group = [Effect, ...Effect[]];
/** `settled`: the ticket that it waited for says so, and is done with. */
export type GroupOutcome = { effect: Effect; result: Result<EffectReply>; settled?: true };
