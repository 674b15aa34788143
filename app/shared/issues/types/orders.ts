import type { Reason } from '../../../../connectors/contract.ts';
import { type NeededField, neededWords } from '../../../base/addresses/address.ts';
import { wordReason } from '../../../base/reasons.ts';
import type { EffectKind } from '../../outbox/queue.ts';
import { taskInWords } from '../../outbox/tasks.ts';
import type { IssueTypes } from '../issue-type.ts';
import { changedAfterRelease, restSubject } from './after-release.ts';
import { changedBesideEdits } from './beside-edits.ts';
import { type Lacking, wordLacking } from './sent-otherwise.ts';

/** The order that was to be sent, of which connection, and why it is not. */
export type TwinNotSent = { channel: string; order: string; why: 'cancelled' | 'deleted' | 'disconnected' };
const whyNotSent: Record<TwinNotSent['why'], (channel: string) => string> = {
  cancelled: () => 'is cancelled',
  deleted: () => 'was deleted',
  disconnected: (channel) => `cannot leave while ${channel} is disconnected`,
};

/** With no comma before "or". */
const either = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** `left`: units that no other order is promised. */
type Missing = { sku: string; needed: number; left: number };
const missingInWords = ({ sku, needed, left }: Missing) =>
  `${needed.toLocaleString('en-US')} of ${sku} needed, ${left.toLocaleString('en-US')} left.`;

type Facts = { connection: string; task: EffectKind; attempts: number; reason: Reason };

/** `at`: when it changed, of what a channel can change again in the same words. */
type Channel = { channel: string; at?: string };

/**
 * How the channel related this order to another one, and whether that was sent. `order`: null of what was merged into it before it came
 * here; `origin`: what was sent of which it may have goods, where it was not itself.
 */
type Relation = {
  kind: 'split_off' | 'merged_into' | 'merged_in' | 'part_sent';
  order: string | null;
  isSent: boolean;
  origin?: string | null;
};

function relationInWords({ kind, order, isSent, origin }: Relation): string {
  if (order === null) return 'merged an order into it that never came here: its goods may have been sent with another one.';
  if (origin) return `merged ${order} into it, which may have goods of ${origin}: that was sent already.`;
  if (kind === 'merged_into') return `had merged it into ${order}, which has its goods.`;
  if (kind === 'part_sent') return `split ${order} off it, which was sent before this came here: goods of this may have gone with that.`;
  if (kind === 'split_off')
    return `split it off ${order}, ${isSent ? 'which was sent already: its goods may have gone with that.' : 'which has not been sent yet.'}`;
  return `merged ${order} into it, which ${isSent ? 'was sent already: its goods would be sent twice.' : 'had been edited here.'}`;
}

/** `unknown`: what it has as its country, where that is none. */
type AddressLacks = { fields: NeededField[]; unknown?: string | null };

type AtWarehouse = { connection: string; providerRef: string };
/** What one side has, as in "2 × CUP, 1 × MUG". */
type Side = { goods: string; recipient: string | null };
const sideInWords = ({ goods, recipient }: Side) => `${goods} for ${recipient ?? 'a recipient that it does not tell'}`;

const inWords = ({ connection, providerRef, theirs, ours }: AtWarehouse & Record<'theirs' | 'ours', string>) =>
  `${connection} already has ${theirs}, as ${providerRef}, where this order belongs. Here it is ${ours}. It waits until somebody decides whether both are the same.`;

/** What stops an order, or came after it was sent. */
export const orderIssues = {
  address_incomplete: {
    label: 'Address incomplete',
    headline: { count: 'issues', one: 'address is incomplete', many: 'addresses are incomplete' },
    remedy: 'complete_address',
    isChecked: true,
    sentences: {
      address_lacks: ({ fields, unknown }: AddressLacks) => {
        const lacking = fields.filter((field) => field !== 'country' || !unknown);
        const sentences = [
          ...(lacking.length > 0 ? [`The address has no ${either.format(lacking.map((field) => neededWords[field]))}.`] : []),
          ...(unknown ? [`“${unknown}” is not the code of a country.`] : []),
        ];
        return sentences.join(' ');
      },
    },
  },
  out_of_stock: {
    label: 'Out of stock',
    headline: { count: 'issues', one: 'order is out of stock', many: 'orders are out of stock' },
    remedy: 'retry',
    isChecked: false,
    sentences: {
      stock_too_low: ({ warehouse, missing }: { warehouse: string | null; missing: Missing[] }) =>
        `${warehouse ?? 'The warehouse'} is out of stock: ${missing.map(missingInWords).join(' ')}`,
      second_parcel_out_of_stock: ({ warehouse, missing }: { warehouse: string; missing: Missing[] }) =>
        `${warehouse} has too little for the second parcel: ${missing.map(missingInWords).join(' ')} It goes as soon as there is enough.`,
      out_of_stock_there: ({ connection, reason }: { connection: string; reason: Reason }) =>
        `${connection} is out of stock: ${wordReason(reason)}`,
    },
  },
  rejected_by_warehouse: {
    label: 'Rejected by the warehouse',
    headline: { count: 'issues', one: 'order was refused by the warehouse', many: 'orders were refused by the warehouse' },
    remedy: 'retry',
    isChecked: false,
    sentences: {
      warehouse_refused: ({ connection, task, reason }: { connection: string; task: EffectKind; reason: Reason }) =>
        `${connection} did not ${taskInWords[task]}: ${wordReason(reason)}`,
      cancelled_by_warehouse: () => 'The warehouse cancelled it without being asked.',
    },
  },
  rejected_by_channel: {
    label: 'Rejected by the channel',
    headline: {
      count: 'issues',
      one: 'shipment or reply was refused by the channel',
      many: 'shipments or replies were refused by the channel',
    },
    remedy: 'retry',
    isChecked: false,
    sentences: {
      channel_refused: ({ connection, task, reason }: { connection: string; task: EffectKind; reason: Reason }) =>
        `${connection} did not ${taskInWords[task]}: ${wordReason(reason)}`,
    },
  },
  /**
   * A channel or a warehouse did not hold an order, or did not release it. It closes by itself when the order is over, or when something
   * else is wanted.
   */
  hold_refused: {
    label: 'Hold or release refused',
    headline: { count: 'issues', one: 'hold or release of an order was refused', many: 'holds or releases of orders were refused' },
    remedy: 'retry',
    isChecked: false,
    sentences: {
      hold_refused: ({ connection, task, reason }: { connection: string; task: EffectKind; reason: Reason }) =>
        `${connection} did not ${taskInWords[task]}: ${wordReason(reason)}`,
    },
  },
  retries_exhausted: {
    label: 'No success after retries',
    headline: { count: 'issues', one: 'order failed again and again', many: 'orders failed again and again' },
    remedy: 'retry',
    isChecked: false,
    sentences: {
      no_success: ({ connection, task, attempts, reason }: Facts) =>
        `${connection} did not ${taskInWords[task]} in ${attempts} attempts. ${wordReason(reason)}`,
    },
  },
  changed_after_release: changedAfterRelease,
  changed_beside_edits: changedBesideEdits,
  /** Opened where the channel changed nothing but the address, when some of the order had left or goes first; a person decides. */
  new_address: {
    label: 'New address',
    headline: { count: 'issues', one: 'order has a new address', many: 'orders have a new address' },
    remedy: 'decide_address',
    isChecked: false,
    sentences: {
      address_changed: ({ channel }: Channel) => `${channel} changed the address of this order after it went to the warehouse.`,
      address_asked: ({ channel }: Channel) =>
        `${channel} changed the address of this order. The warehouse is asked to send what has not left there.`,
      address_refused: ({ channel, connection, reason }: Channel & { connection: string; reason: Reason }) =>
        `${channel} changed the address of this order. ${connection} did not change it: ${wordReason(reason)}`,
    },
  },
  /**
   * A channel that asks to cancel an order and cannot be told what became of that. It closes when the channel no longer asks, or when a
   * person says that they replied.
   */
  cancel_reply: {
    label: 'Reply to a cancellation',
    headline: { count: 'issues', one: 'request to cancel waits for a reply', many: 'requests to cancel wait for a reply' },
    remedy: 'mark_replied',
    isChecked: false,
    sentences: {
      reply_accepted: ({ channel }: Channel) =>
        `${channel} asks to cancel this order, and nothing of it leaves. ${channel} cannot be told from here: cancel it there.`,
      reply_rest_accepted: ({ channel }: Channel) =>
        `${channel} asks to cancel this order, and nothing more of it leaves than has left. ${channel} cannot be told from here: cancel the rest there.`,
      reply_too_late: ({ channel }: Channel) =>
        `${channel} asks to cancel this order, and it is too late. ${channel} cannot be told from here: reply there.`,
    },
  },
  /** Opened by the check on orders that the channel split off, merged or took apart, while their goods may be another order's too. */
  shared_goods: {
    label: 'Split or merged',
    headline: { count: 'issues', one: 'order may be sent twice', many: 'orders may be sent twice' },
    remedy: 'compare_orders',
    isChecked: true,
    sentences: {
      goods_shared: ({ channel, relations }: { channel: string; relations: Relation[] | null }) => {
        const sentencesOfRelations = relations?.map(relationInWords).toSorted((a, b) => (a < b ? -1 : 1)) ?? [];
        return sentencesOfRelations.map((relation) => `${channel} ${relation}`).join(' ') || "Its goods may be another order's too.";
      },
    },
  },
  /** Opened on orders that a disconnected warehouse has, once another is connected; closed when the former one is back. */
  former_warehouse: {
    label: 'With a former warehouse',
    headline: {
      count: 'issues',
      one: 'order is with a warehouse that was disconnected',
      many: 'orders are with a warehouse that was disconnected',
    },
    remedy: 'decide_former',
    isChecked: false,
    sentences: {
      former_warehouse_has_it: ({ gone, another }: { gone: string; another: string }) =>
        `${gone} has it and is disconnected, so nobody knows whether it leaves. It is not sent to ${another} by itself.`,
    },
  },
  /**
   * Opened on orders that were split, where it is in doubt whether the second parcel is to go, or what the first holds once the second was
   * ended; closed when it is not any more.
   */
  second_parcel: {
    label: 'Second parcel waits',
    headline: { count: 'issues', one: 'second parcel waits for a decision', many: 'second parcels wait for a decision' },
    remedy: 'decide_second',
    isChecked: false,
    sentences: {
      second_cancelled_at_channel: ({ channel }: Channel) =>
        `${channel} cancelled this order after the first parcel had left. The second is kept here.`,
      second_shipped_elsewhere: ({ channel }: Channel) =>
        `${channel} no longer waits for the second parcel of this order. It is kept here.`,
      second_cancel_wished: () => 'This order was to be cancelled, and it was too late for the first parcel. The second is kept here.',
      second_cancelled_there: ({ warehouse }: { warehouse: string }) => `${warehouse} cancelled the second parcel without being asked.`,
      second_first_short: ({ warehouse }: { warehouse: string }) =>
        `${warehouse} has done with the first parcel, and not all of it has left. The second is kept here: it would hold what is missing, too.`,
      second_lines_changed: ({ channel }: Channel) =>
        `${channel} changed the lines of this order, whose second parcel is not sent, as was decided. Look at what is left in the first before it goes.`,
      second_gone: ({ channel }: Channel) => `${channel} no longer has this order. The second parcel is kept here.`,
      second_lacks: ({ lacks }: { lacks: Lacking }) => `The second parcel is kept here. ${wordLacking(lacks)}`,
      second_units_changed: () =>
        'How many units one sale of a line takes has changed since a part of it left, so the second parcel is kept here.',
    },
  },
  /**
   * Opened by the check on orders that a connection of another kind has too, until a person says which of the two imports. Its subject is
   * the other's name.
   */
  imported_twice: {
    label: 'Imported twice',
    headline: { count: 'issues', one: 'order came from two connections', many: 'orders came from two connections' },
    remedy: 'choose_import',
    isChecked: true,
    sentences: {
      imported_twice: ({ channel, order, isSent }: { channel: string; order: string; isSent: boolean }) =>
        `${channel} has the same order, to the same recipient, as ${order}${
          isSent
            ? ', which was sent already. Nothing of this one is sent.'
            : '. Neither is sent until one of the two connections is chosen.'
        }`,
    },
  },
  /**
   * Opened by the check on orders that had ended because another connection has them too, once the one that was to be sent is not: a
   * person says whether this one is.
   */
  twin_not_sent: {
    label: 'Imported twice, not sent',
    headline: { count: 'issues', one: 'order that came twice is not sent', many: 'orders that came twice are not sent' },
    remedy: 'decide_twin',
    isChecked: true,
    sentences: {
      twin_not_sent: ({ channel, order, why }: TwinNotSent) =>
        `${order} of ${channel} is the same order and was to be sent in place of this one, but it ${whyNotSent[why](channel)}. Nobody sends the goods until this is decided.`,
    },
  },
  /** Opened where the warehouse already has an order under the reference or number of this one, and it is not the same. */
  found_otherwise: {
    label: 'Differs at the warehouse',
    headline: { count: 'issues', one: 'order is another one at the warehouse', many: 'orders are other ones at the warehouse' },
    remedy: 'decide_found',
    isChecked: false,
    sentences: {
      /** `recipient`: null where the warehouse does not tell. */
      order_found_otherwise: ({ connection, providerRef, theirs, ours }: AtWarehouse & { theirs: Side; ours: Side }) =>
        inWords({ connection, providerRef, theirs: sideInWords(theirs), ours: sideInWords(ours) }),
      /** `theirs`: null where the warehouse does not tell. */
      announcement_found_otherwise: ({ connection, providerRef, theirs, ours }: AtWarehouse & { theirs: string | null; ours: string }) =>
        inWords({ connection, providerRef, theirs: theirs ?? 'goods that it does not tell', ours }),
    },
  },
} satisfies IssueTypes;

/** Of an order that nobody asked the warehouse to cancel. */
export const cancelledByWarehouse = ({ hasShippedPart }: { hasShippedPart: boolean }) =>
  hasShippedPart
    ? ({ type: 'changed_after_release', subject: restSubject, sentence: { code: 'rest_cancelled_by_warehouse' } } as const)
    : ({ type: 'rejected_by_warehouse', subject: 'cancelled', sentence: { code: 'cancelled_by_warehouse' } } as const);
