import type { AsnState, InboundNotice, WarehouseOrder, WarehouseOrderState } from '../../../../connectors/contract.ts';
import type { Replacement } from '../../../nouns/order-flow/release/adopting/composed.ts';
import type { ReplyToChannel } from '../../../nouns/order-flow/release/cancelling/replies.ts';
import type { ListingStock } from '../../../nouns/stock-out/quantities.ts';
import type { Lowered } from '../../../nouns/stock-out/record.ts';

/** What the other side replied to an effect, by its kind. */
export type EffectReply =
  | { kind: 'accepted'; state: WarehouseOrderState }
  /** The warehouse has an order where ours belongs that is not ours, as far as can be compared. */
  | { kind: 'found_otherwise'; ours: WarehouseOrder; theirs: WarehouseOrderState }
  /** Ours travel together, and the warehouse has one of them without the others. */
  | { kind: 'found_apart' }
  /** The warehouse does not have it, and it is not to be sent as it is now. */
  | { kind: 'not_there' }
  /** The warehouse has this in place of what it had. */
  | { kind: 'replaced'; replacement: Replacement }
  | { kind: 'cancel'; outcome: 'cancelled' | 'pending' | 'too_late' }
  | { kind: 'hold'; held: boolean; outcome: 'done' | 'too_late' }
  /** Null where it is not held; `its own`: the channel has a hold of its own there, which was left as it is. */
  | { kind: 'held_at_channel'; until: Date | 'its own' | null }
  | { kind: 'cancel_decided'; reply: ReplyToChannel }
  | { kind: 'ship_decided'; reply: 'told' | 'over' }
  /** `told`: false where there was nothing to tell yet. */
  | { kind: 'confirmed'; told?: false }
  /**
   * An announcement was accepted; `digest` names what it said, null where that is not known. `ours`: where the warehouse had it already.
   */
  | { kind: 'announced'; state: AsnState; digest: string | null; ours?: InboundNotice }
  /** The warehouse has an announcement where ours belongs that is not ours, as far as can be compared. */
  | { kind: 'asn_otherwise'; ours: InboundNotice; theirs: AsnState }
  /** `closed`: a part had come, and nothing more is expected. */
  | { kind: 'withdrawn'; outcome: 'cancelled' | 'closed' | 'too_late' }
  /** Receipts are booked, under the source's own name for that. */
  | { kind: 'booked'; reference: string | null }
  /**
   * It was taken and is not settled: ask for the ticket then; without one, look it up. `quantity`: of stock, what was sent. `lost`: nobody
   * knows what became of that, or which of it and another came last. `lowered`: what the channel was told beside it.
   */
  | { kind: 'pending'; ticket: string | null; at: Date; quantity?: number; lost?: true; lowered?: Lowered }
  | { kind: 'acknowledged' }
  /** `nothing`: it is no longer linked, not counted yet, or known to be so. */
  | { kind: 'stock'; outcome: 'sent' | 'rehearsed' | 'nothing'; stock: ListingStock | null };
