import type { OrderAction } from '../../../nouns/order-flow/contract/orders.ts';
import type { Remedy } from '../../../shared/issues/issue-type.ts';

/** What can be decided about an issue of an order: what its page does, whether goods may leave by it, and what it says. */
export type Decision = { action: OrderAction; sendsGoods: boolean; text: string };

const decision = (action: OrderAction, text: string): Decision => ({ action, sendsGoods: false, text });
/** Something may leave by it, at once or once nothing else stops it. */
const sending = (action: OrderAction, text: string): Decision => ({ action, sendsGoods: true, text });

const cancelIt = decision('cancel', 'Cancel the order: it is not sent.');

/** By the remedy of an issue: the decisions that its button or panel offers. */
export const decisions: { readonly [Each in Remedy]?: readonly Decision[] } = {
  retry: [
    sending('retry', 'Try again.'),
    decision('told-by-hand', 'Where its channel refuses a parcel of it: somebody told it by hand, so it is not told again.'),
  ],
  accept_change: [sending('keep-as-sent', 'Keep it as it was sent. Takes the `seen` of the issue.')],
  decide_taken_back: [
    sending(
      'keep-as-sent',
      'Send what is in the order now, where it waits here; otherwise leave it as it is. Takes the `seen` of the issue.',
    ),
    decision('cancel', 'Nothing more of it is sent. Takes the `seen` of the issue.'),
  ],
  decide_rest: [
    sending('send-anew', 'Send what has not left of it. Takes the `seen` of the issue, and a `set`.'),
    sending('keep-as-sent', 'Nothing more of it is sent. Takes the `seen` of the issue.'),
    decision('cancel', 'While no parcel with its goods is known: the warehouse says that none has left. Takes the `seen` of the issue.'),
  ],
  keep_edits: [sending('keep-as-edited', 'Keep it as it was edited here. Takes the `seen` of the issue.')],
  mark_replied: [sending('mark-replied', 'Somebody replied to the channel by hand.')],
  cancel: [cancelIt],
  see_connection: [cancelIt],
  compare_orders: [
    decision('same-goods', 'Its goods belong to the other order: nothing of this one is sent. Takes the `seen` of the issue.'),
    sending('ship-too', 'All of it is sent, whatever was sent before. Takes the `seen` of the issue.'),
  ],
  choose_import: [
    sending('keep-this-source', 'Send the orders of this connection, for all that both have.'),
    sending('keep-other-source', 'Send those of the other connection, for all that both have.'),
    sending('send-beside', 'They are different orders: send both. Holds for this order alone.'),
  ],
  decide_twin: [
    decision('same-goods', 'Leave it ended: nothing of it is sent. Takes the `seen` of the issue.'),
    sending('ship-too', 'Send it in place of the order that is not sent. Takes the `seen` of the issue.'),
  ],
  decide_former: [
    sending('send-anew', 'Send it to the warehouse that is connected now. Takes the `seen` of the issue, and a `set`.'),
    decision('end-here', 'End it here: nothing more of it is sent. Takes the `seen` of the issue.'),
  ],
  decide_address: [
    sending('use-new-address', 'What has not left goes to the address that its channel has now. Takes its `seen`.'),
    sending('keep-former-address', 'What has not left goes to the address that it had. Takes the `seen` of the new one.'),
  ],
  decide_found: [
    sending('take-over', 'What the warehouse has is this order. Takes the `seen` of the issue.'),
    sending('new-reference', 'It is another: send this one under a new reference. Takes the `seen` of the issue.'),
  ],
  decide_second: [
    sending('send-second', 'Send its second parcel. Takes the `seen` of the issue, and a `set`.'),
    decision('end-second', 'Do not send its second parcel. Takes the `seen` of the issue.'),
  ],
};

export const decisionActions = [...new Set(Object.values(decisions).flatMap((each) => each.map(({ action }) => action)))] as [
  OrderAction,
  ...OrderAction[],
];

/**
 * These wait for the rules of connections, which are locked before any order. They look for themselves whether there is something left to
 * decide.
 */
export const lockingRules: ReadonlySet<OrderAction> = new Set<OrderAction>(['keep-this-source', 'keep-other-source', 'send-second']);

/** With these it can be said from which building, and by which method, what has not left goes. */
export const routing: ReadonlySet<OrderAction> = new Set<OrderAction>(['send-anew', 'send-second']);
