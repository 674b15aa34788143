import type { WarehouseOrderState } from '../../connectors/contract.ts';

/** What the other side replied to an effect, by its kind. */
export type EffectReply =
  | { kind: 'accepted'; state: WarehouseOrderState }
  | { kind: 'cancel'; outcome: 'cancelled' | 'pending' | 'too_late' }
  | { kind: 'hold'; held: boolean; outcome: 'done' | 'too_late' }
  | { kind: 'held_there'; held: boolean }
  /** `told`: false where there was nothing to tell yet. */
  | { kind: 'confirmed'; told?: false }
  /** It was taken and is not settled: ask for the ticket then; without one, look it up. */
  | { kind: 'pending'; ticket: string | null; at: Date }
  | { kind: 'acknowledged' };
