import type { DateStyle } from '../../../../platform/date-style.ts';
import { type SentenceOf, wordedBy } from '../../../../platform/sentences.ts';
import { type IssueSentence, wordIssue } from '../../../shared/issues/issue.ts';
import type { TwinNotSent } from '../../../shared/issues/types/orders.ts';
import { countedWords } from '../../../ui/words/counted-words.ts';
import { type HoldTerms, termsInWords } from '../values/hold-terms.ts';
import { type EditedParts, editedInWords } from './edited-parts.ts';

type Channel = { channel: string };
/**
 * `because`: the channel that cancelled it, or that asks to cancel it; null where a person here did, whom the history names itself.
 */
export type Why = { because: string | null; isAsked?: boolean };
const why = ({ because, isAsked }: Why) => (because === null ? '' : isAsked ? `, as ${because} asks` : `: ${because} cancelled it`);
/** `name`: of what it is mapped to, where that says more than its code. */
type Mapped = { subject: string; to: string; name: string | null };
const mappedTo = ({ to, name }: Mapped) => `${to}${name === null ? '' : ` (${name})`}`;

type Goods = { sku: string; units: number };
const goodsInWords = (goods: readonly Goods[]) => goods.map(({ sku, units }) => `${units.toLocaleString('en-US')} of ${sku}`).join(', ');

/** What the history of an order says. A row keeps a code of these and its values. */
const sentences = {
  arrived: ({ channel }: Channel) => `Arrived from ${channel}.`,
  changed_by_channel: ({ channel }: Channel) => `${channel} changed it.`,
  changed_beside_edits: ({ channel }: Channel) => `${channel} changed it. What people edited here was kept.`,
  changed_while_locked: ({ channel }: Channel) => `${channel} changed it. It is locked, so nothing was taken over yet.`,
  back_at_channel: ({ channel }: Channel) => `${channel} has it again.`,
  cancelled_by_channel: ({ channel }: Channel) => `${channel} cancelled it.`,
  shipped_elsewhere: ({ channel }: Channel) => `${channel} says that it has shipped; it never went to our warehouse.`,
  gone_at_channel: ({ channel }: Channel) => `${channel} no longer has it: nothing of it is sent.`,
  merged_away: ({ channel, into }: Channel & { into: string }) => `${channel} merged it into ${into}: nothing of it is sent.`,
  merged_too_late: ({ channel, into }: Channel & { into: string }) => `${channel} merged it into ${into}, but it was sent already.`,
  merged_in: ({ channel, merged }: Channel & { merged: string }) => `${channel} merged ${merged} into it.`,
  same_as_twin: ({ channel, order }: Channel & { order: string }) =>
    `${channel} has the same order as ${order}, which is the one that is sent. Nothing of this one is.`,

  stopped: ({ issue }: { issue: IssueSentence }) => wordIssue(issue),
  mended: ({ issue }: { issue: IssueSentence }) => `Mended: ${wordIssue(issue)}`,
  sku_linked: (values: Mapped) => `Mended: SKU ${values.subject} is linked to ${mappedTo(values)}.`,
  shipping_mapped: (values: Mapped) => `Mended: Shipping code ${values.subject} is mapped to ${mappedTo(values)}.`,
  location_mapped: (values: Mapped) => `Mended: Location ${values.subject} is mapped to ${mappedTo(values)}.`,
  sku_relinked: ({ sku, to, units }: { sku: string; to: string; units: number }) =>
    `SKU ${sku} is linked to ${to} now${units === 1 ? '' : `, ${units.toLocaleString('en-US')} units a sale`}.`,
  sku_unlinked: ({ sku, from }: { sku: string; from: string | null }) => `SKU ${sku} is no longer linked to ${from}.`,
  kept_as_edited: () => 'Kept as it was edited here.',
  kept_as_sent: () => 'Kept as it was sent to the warehouse.',
  sent_as_it_is: () => 'Decided: what is in it now is sent.',

  edited: (parts: EditedParts) => `Edited: ${editedInWords(parts)}.`,
  edit_undone: (parts: EditedParts) => `Undone: ${editedInWords(parts)}.`,
  split: ({ first, second }: { first: Goods[]; second: Goods[] }) =>
    `Split into two parcels: first ${goodsInWords(first)}, then ${goodsInWords(second)}.`,
  joined: () => 'Goes in one parcel again.',
  split_ended: () => 'Its lines changed, so it goes in one parcel again.',
  split_ended_as_found: () => 'What the warehouse has was taken over, so it is no longer split: nothing more of it is sent by itself.',
  second_wanted: () => 'Decided: the second parcel is sent.',
  second_ended: () => 'Decided: the second parcel is not sent.',
  second_cancelled: () => 'The warehouse cancelled the second parcel, as requested. Nothing more of it leaves.',
  second_parcel_sent: ({ goods }: { goods: Goods[] }) =>
    `The first parcel has left. The second is on its way to the warehouse: ${goodsInWords(goods)}.`,
  locked: () => 'Locked.',
  unlocked: () => 'Unlocked.',
  archived: () => 'Archived.',
  unarchived: () => 'Taken out of the archive.',
  deleted: () => 'Deleted. Sync does not bring it back; for 30 days it can be restored.',
  restored: () => 'Restored.',
  buyer_erased: () => 'The buyer’s data were erased, as it was asked for.',
  buyer_erased_in_time: ({ days }: { days: number }) => `The buyer’s data were erased, ${countedWords(days, 'day')} after the order ended.`,
  retried: () => 'Retried.',
  retried_automatically: () => 'Retried automatically.',

  released: () => 'Checked. On its way to the warehouse.',
  released_together: ({ others }: { others: number }) =>
    `Checked. On its way to the warehouse, together with ${countedWords(others, 'other order')} to the same address.`,
  released_without_goods: () => 'Every line is a charge, so there is nothing to pack. The channel is asked to close the order.',
  looked_for_alone: () =>
    'The warehouse has orders of this number that did not travel with the others, so this one is looked for by itself.',
  withdrawn: () => 'Withdrawn before it was sent to the warehouse.',
  accepted: ({ reference }: { reference: string }) => `The warehouse accepted it as ${reference}.`,
  refused_by_warehouse: () => 'The warehouse refused it.',
  replacing: ({ changes }: { changes: readonly { was: string; is: string }[] }) =>
    `Asked the warehouse to replace it: ${changes.map(({ was, is }) => `${is} instead of ${was}`).join(', ')}.`,
  replaced: () => 'The warehouse has it by the links, mappings and rules of now.',
  address_replaced: () => 'The warehouse sends what has not left to the new address.',
  address_wanted: () => 'Decided: what has not left goes to the new address.',
  address_not_wanted: () => 'Undone: what has not left goes to the address that it had.',
  former_address_kept: () => 'Decided: what has not left goes to the address that it had.',
  packed: () => 'Picked and packed.',
  shipped: ({ units, carrier, tracking }: { units: number; carrier: string; tracking: string }) =>
    `The warehouse shipped ${countedWords(units, 'unit')} with ${carrier}, ${tracking}.`,
  tracking_corrected: ({ carrier, tracking, was }: { carrier: string; tracking: string; was: string }) =>
    `The warehouse corrected how to track a parcel: ${carrier}, ${tracking}, in place of ${was}.`,
  confirmed: () => 'The channel accepted the confirmation. Done.',
  parcel_confirmed: () => 'The channel accepted the confirmation of a parcel.',
  pack_incomplete: () => 'The parcel holds a part of a pack: the channel is told of the pack with the parcel that completes it.',

  cancelled: (values: Why) => `Cancelled${why(values)}.`,
  cancelled_as_requested: () => 'The warehouse cancelled it, as requested.',
  combined_cancelled: () => 'An order that it was combined with was cancelled; this one is sent to the warehouse again.',
  combined_cancelled_on_hold: () => 'An order that it was combined with was cancelled; this one is here again, and stays on hold.',
  cancel_requested: (values: Why) => `Asked the warehouse to cancel it${why(values)}.`,
  /** `warehouse` is disconnected. */
  cancel_waits: ({ warehouse, ...values }: Why & { warehouse: string }) =>
    `To be cancelled${why(values)}. ${warehouse} is disconnected: it will be asked to cancel it once it is connected again.`,
  channel_asks_to_cancel: ({ channel, reason }: Channel & { reason: string | null }) =>
    `${channel} asks to cancel it${reason === null ? '.' : `: “${reason}”`}`,
  cancel_withdrawn: ({ channel }: Channel) => `${channel} no longer asks to cancel it.`,
  cancel_request_accepted: ({ channel }: Channel) => `Nothing of it leaves, as ${channel} asked. ${channel} is to be told.`,
  cancel_rest_accepted: ({ channel }: Channel) => `Nothing more of it leaves, as ${channel} asked. ${channel} is to be told.`,
  cancel_request_too_late: ({ channel }: Channel) => `It is too late to cancel it. ${channel} is to be told.`,
  cancel_decision_told: ({ channel }: Channel) => `${channel} was told what became of its request to cancel.`,
  ship_accepted: ({ channel }: Channel) => `${channel} asked for it to be shipped from here, and was told that it is.`,
  ship_declined: ({ channel }: Channel) => `${channel} had asked for it to be shipped from here, and is to be told that it is not.`,
  ship_decline_told: ({ channel }: Channel) => `${channel} was told that it is not shipped from here.`,
  cancel_accepted_here: () => 'Decided: nothing of it leaves. Cancelled.',
  cancel_refused_here: () => 'Decided: it is too late to cancel it.',
  told_by_hand: () => 'Decided: its channel was told by hand of what had left.',
  told_by_hand_undone: () => 'Undone: its channel was not told by hand of what had left.',
  cancel_replied: () => 'The request to cancel was replied to in the channel.',
  too_late_to_cancel: () => 'The warehouse replied: too late to cancel, it is already on its way out.',
  cancel_not_asked: () => 'The warehouse is no longer to cancel it: it goes on.',
  cancel_undecided: () => 'The warehouse will decide about the cancellation.',
  put_on_hold: (terms: HoldTerms, style: DateStyle) => `Put on hold${termsInWords(terms, style)}`,
  taken_off_hold: () => 'Taken off hold.',
  held_along: ({ other }: { other: string }) => `It stays on hold as long as ${other}, which travels with it.`,
  held_by_warehouse: () => 'The warehouse holds it.',
  still_held_by_warehouse: () => 'It is off hold here. The warehouse itself still holds it.',
  resumed_by_warehouse: () => 'The warehouse works on it again.',
  too_late_to_hold: () => 'The warehouse replied: too late to hold, it is already on its way out.',
  held_at_channel: ({ channel }: Channel) => `${channel} holds it too.`,
  not_held_at_channel: ({ channel }: Channel) => `${channel} no longer holds it.`,

  ship_too: () => 'Decided: ship this too.',
  same_goods: () => 'Decided: the same goods as the other order. Nothing of it is sent.',
  decision_undone: () => 'The decision is undone.',
  decision_forgotten: () => 'Lines changed, so what was decided about its goods no longer counts.',
  merge_taken_back: () => 'The other order no longer has its goods, so what was decided about them no longer counts.',
  asked_again: ({ other }: { other: string }) => `Its goods were to go with ${other}, which is not sent any longer: decide again.`,
  twin_asked: ({ channel, order }: TwinNotSent) =>
    `${order} of ${channel}, which was to be sent in place of this one, is not sent any longer: decide again.`,
  import_chosen: ({ kept, left }: { kept: string; left: string }) =>
    `Decided: of what both have, the orders of ${kept} are sent, and those of ${left} are not.`,
  sent_beside: () => 'Decided: another order than the one that looks the same. It is sent.',
  sent_anew: () => 'Decided: the former warehouse does not send it. It is sent to the one that is connected now.',
  ended_here: () => 'Decided: nobody sends it. Cancelled.',
  rest_sent: ({ warehouse, goods }: { warehouse: string | null; goods: Goods[] }) =>
    `Decided: the former warehouse does not send the rest. It is sent to ${warehouse}: ${goodsInWords(goods)}.`,
  found_is_this: ({ reference }: { reference: string }) => `Decided: what the warehouse has as ${reference} is this order.`,
  found_is_another: () => 'Decided: what the warehouse has is another order. This one gets a new reference.',
};

export type OrderEventSentence = SentenceOf<typeof sentences>;
/** Words what an entry in the history of an order keeps. */
export const wordOrderEvent = wordedBy(sentences);
