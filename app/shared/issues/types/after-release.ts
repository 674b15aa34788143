import { countedWords } from '../../../ui/words/counted-words.ts';
import type { IssueTypes } from '../issue-type.ts';
import { type SentOtherwise, sentOtherwise } from './sent-otherwise.ts';

/** `at`: when it changed, of what a channel can change again in the same words. */
type Channel = { channel: string; at?: string };
/** `units`: how many the channel added. */
type Added = Channel & { units: number };
/** A parcel, and what of an order is in it. */
type Left = { warehouse: string; parcel: string; goods: string };
/** What the warehouse said of a parcel first, and says by now. */
type Corrected = { channel: string; was: string; is: string };
const unitsIn = ({ units }: Added) => countedWords(units, 'unit');

/** Of an issue that the warehouse does not send the rest of an order. */
export const restSubject = 'rest';

/** What came about after an order went to the warehouse: a person decides, or puts it right elsewhere. */
export const changedAfterRelease = {
  label: 'Changed after it was sent',
  headline: { count: 'issues', one: 'order changed after it was sent', many: 'orders changed after they were sent' },
  remedy: 'accept_change',
  remedyOfSubject(subject) {
    if (subject === restSubject) return 'decide_rest';
    // Such an order may be here again, and goes by the decision.
    return subject === 'sale' || subject.startsWith('parcel:') ? 'decide_taken_back' : undefined;
  },
  isChecked: false,
  sentences: {
    order_changed: ({ channel }: Channel) => `${channel} changed this order after it went to the warehouse.`,
    order_changed_between: ({ channel }: Channel) =>
      `${channel} changed this order after it went to the warehouse. What goes in its second parcel is as it was before, and so is the address. Keep it as sent only if that is right. Otherwise do not send the second parcel, and send its goods with another order.`,
    rest_cancelled: ({ channel }: Channel) =>
      `${channel} cancelled this order after a part of it had left, and the warehouse goes on with the rest. Ask it to stop that, or put it right with the buyer.`,
    rest_cancelled_by_warehouse: () => 'The warehouse cancelled the rest of it, after a part had shipped.',
    cancelled_after_refusal: ({ channel }: Channel) =>
      `${channel} was told that it is too late to cancel this order, and the warehouse has cancelled it since: nothing of it leaves. Cancel it in ${channel}.`,
    left_after_acceptance: ({ channel }: Channel) =>
      `${channel} asked to cancel this order, and it was decided that nothing of it leaves: a parcel of it has left. Put that right in ${channel}.`,
    left_cancelled: ({ channel }: Channel) =>
      `This order is cancelled, and a parcel of it has left all the same. Put that right in ${channel} and with its buyer.`,
    leaves_after_acceptance: ({ channel }: Channel) =>
      `${channel} asked to cancel this order, and it was decided that nothing of it leaves: the warehouse replies that it is too late. Put that right in ${channel}.`,
    goods_added: (added: Added) =>
      `${added.channel} added ${unitsIn(added)} to this order after it went to the warehouse. Nothing of that was sent, and ${added.channel} is not told that it shipped until you decide.`,
    goods_added_to_parts: (added: Added) =>
      `${added.channel} added ${unitsIn(added)} to this order after it went to the warehouse: nothing of that was sent.`,
    goods_added_to_shipped: (added: Added) =>
      `${added.channel} added ${unitsIn(added)} to this order, which has shipped: nothing of that was sent.`,
    cancellation_done: ({ channel }: Channel) => `${channel} took its cancellation back, but the warehouse has cancelled the order.`,
    cancellation_requested: ({ channel }: Channel) =>
      `${channel} took its cancellation back after the warehouse was asked to cancel the order.`,
    order_merged_in: ({ channel, merged }: Channel & { merged: string }) =>
      `${channel} merged ${merged} into this order after it went to the warehouse: nothing of ${merged} was sent.`,
    order_gone: ({ channel }: Channel) => `${channel} no longer has this order, but the warehouse has it.`,
    fulfilled_elsewhere: ({ channel }: Channel) => `${channel} says that somebody else fulfils this order, but the warehouse has it.`,
    line_of_parcel_unknown: ({ parcel, sku }: { parcel: string; sku: string }) =>
      `The warehouse's parcel ${parcel} holds a line (${sku}) that was not in this order.`,
    tracking_corrected_later: ({ channel, was, is }: Corrected) =>
      `The warehouse has corrected the tracking of a parcel from ${was} to ${is}, and ${channel} was told the former one. Enter the right one in ${channel}.`,
    contents_corrected: ({ channel, parcel, was, is }: Corrected & { parcel: string }) =>
      `The warehouse says by now that its parcel ${parcel} holds ${is}, and had said ${was}. Here, and where ${channel} was told, the order goes by what it said first. Put it right there and with the buyer.`,
    parcel_left_before: ({ warehouse, parcel, goods }: Left) =>
      `A parcel of this order has left ${warehouse} after the order was taken back from there: ${parcel} with ${goods}. Take that out of the order, or cancel it, before you have the rest sent.`,
    parcel_left_deleted: ({ warehouse, parcel, goods }: Left) =>
      `A parcel of this order has left ${warehouse} although the order was taken back from there and deleted here: ${parcel} with ${goods}. So it is back. Take that out of the order before you have the rest sent, or delete it again.`,
    parcel_left_twice: ({ warehouse, parcel, goods }: Left) =>
      `A parcel of this order has left ${warehouse} after the order was taken back from there: ${parcel} with ${goods}. The order was sent again since: cancel it where that has not left.`,
    parcel_left_anyway: ({ warehouse, parcel, goods }: Left) =>
      `A parcel of this order has left ${warehouse} after the order was taken back from there: ${parcel} with ${goods}. The order has ended here: put that right with its buyer.`,
    another_sale: ({ channel, number }: Channel & { number: string }) =>
      `${channel} has used the id of this order for another sale since it had ended: ${number}. Nothing of that sale is sent. Enter it in ${channel} as an order of its own.`,
    another_sale_of_deleted: ({ channel, number }: Channel & { number: string }) =>
      `${channel} has used the id of this order for another sale since it was deleted here: ${number}. So it is back, as ${channel} has it now. It waits until you have it sent, or delete it again.`,
    sent_otherwise: (values: SentOtherwise) => sentOtherwise.inWords(values),
  },
} as const satisfies IssueTypes[string];
