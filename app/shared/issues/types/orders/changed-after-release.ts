import { countedWords } from '../../../../ui/words/counted-words.ts';
import type { IssueTypeRules } from '../../issue-type.ts';
import { type SentOtherwise, sentOtherwise } from './sent-otherwise.ts';

type Channel = { channel: string };
/** `units`: how many the channel added. */
type Added = Channel & { units: number };
const unitsIn = ({ units }: Added) => countedWords(units, 'unit');

export const changedAfterRelease = {
  label: 'Changed after it was sent',
  headline: { count: 'issues', one: 'order changed after it was sent', many: 'orders changed after they were sent' },
  remedy: 'accept_change',
  isChecked: false,
  sentences: {
    order_changed: ({ channel }: Channel) => `${channel} changed this order after it went to the warehouse.`,
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
    sent_otherwise: (values: SentOtherwise) => sentOtherwise.inWords(values),
  },
} satisfies IssueTypeRules;
