import { refuse } from '../../../platform/http/refusal.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { requireAsSeen } from '../../shared/issues/seen-goods.ts';
import { type OutcomeSentence, type WarehouseTask, wordOutcome } from '../../shared/runs/outcome-sentences.ts';
import { countedWords } from '../../ui/words/counted-words.ts';
import type { OrderAction, RestRoute } from '../order-flow/contract/orders.ts';
import { lockToTakeBack } from '../order-flow/lock-orders.ts';
import { type OrderStatus, unshippedStatuses, whereItIs } from '../order-flow/order.ts';
import { sendUnderNewReference, takeOverFound } from '../order-flow/release/adopting/take-over.ts';
import { acceptCancel, markReplied, refuseCancel } from '../order-flow/release/cancelling/by-hand.ts';
import { takeDecisionBack } from '../order-flow/release/cancelling/take-back.ts';
import { disconnectedWarehouses, endHere, sendAnew, waitsForWarehouse } from '../order-flow/release/former/former-warehouse.ts';
import { requestCancel } from '../order-flow/release/holding/cancel.ts';
import { setHold } from '../order-flow/release/holding/hold.ts';
import { keptByChannel, keptByWarehouse, keptThere } from '../order-flow/release/holding/own-hold.ts';
import { cannotHold, warehouseWithoutHold } from '../order-flow/release/holding/without-hold.ts';
import { retryOrders } from '../order-flow/release/retry.ts';
import { bringToNewAddress, keepFormerAddress } from '../order-flow/sent/new-address/decide.ts';
import { endAsSameGoods, shipThisToo, undoDecision } from '../order-flow/shared-goods/decide.ts';
import { chooseImport, sendBeside } from '../order-flow/shared-goods/twins/twins.ts';
import { endSecondByHand, isSplitInPart, sendSecondByHand } from '../order-flow/shipping/second-parcel/decide.ts';
import { markToldByHand, takeBackToldByHand } from '../order-flow/shipping/told-by-hand.ts';
import { type HoldTerms, termsInWords } from '../order-flow/values/hold-terms.ts';
import { noteOfUndecided } from './acting/held-until-decided.ts';
import { keepAsEdited, keepAsSent } from './acting/keep-as-sent.ts';
import { routeRest } from './acting/route-rest.ts';
import { requireSeenHold } from './acting/seen-hold.ts';
import { undoEdit } from './editing/undo.ts';

/**
 * For a hold its terms; for undo-edit the history entry that the person saw as the last edit; `seen`: the address they saw, or the issue
 * with the goods that it is about, and for unhold the last entry of the history; `set`: for send-anew and send-second, how that goes.
 */
type Given = HoldTerms & { edit?: number | undefined; seen?: string | undefined; set?: RestRoute | undefined };
/** The order's number, by which the sentence names it: who reads it may be at the next order by then. */
type Named = { order_number: string };

/**
 * The sentence for the alert bar, and the group of changes by which it is undone, where it is. `left`: why it stays on hold, so that
 * there is nothing to undo.
 */
type Acted = { message: string; group: number | null; left?: OutcomeSentence };

/** Decisions whether goods leave. One about a second parcel locks rules before the order, and looks for itself. */
const aboutGoods: ReadonlySet<OrderAction> = new Set<OrderAction>([
  ...(['ship-too', 'same-goods', 'send-anew', 'end-here', 'take-over', 'new-reference', 'end-second', 'cancel'] as const),
]);

/** Performs one action on one order. Returns its new status too. */
export async function actOnOrder(
  tenant: Tenant,
  id: number,
  action: OrderAction,
  given: Given = {},
): Promise<Acted & { order_status: OrderStatus }> {
  const read = () =>
    tenant.db
      .selectFrom('orders')
      .select(['order_number', 'order_status'])
      .where(inAccount(tenant))
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
  const named = await read();
  if (!named) throw refuse(404, 'not_found', 'This order does not exist.');
  if (given.seen !== undefined && aboutGoods.has(action)) {
    await lockToTakeBack(tenant, [id]);
    await requireAsSeen(tenant, id, given.seen);
  }
  const acted = await perform[action](tenant, id, { ...given, ...named });
  const order = await read();
  return { ...(typeof acted === 'string' ? { message: acted, group: null } : acted), order_status: order?.order_status as OrderStatus };
}

/** Why an order cannot be put on hold: a colleague may have been first. */
async function whyNotHeld(tenant: Tenant, id: number): Promise<string> {
  const { on_hold, order_status, units_shipped, without_hold } = await stateOf(tenant, id);
  if (on_hold) return 'This order is on hold already. Unhold it first to give another reason or day.';
  if (order_status === 'partially_shipped' || (order_status === 'error' && units_shipped > 0))
    return 'Only an order that has not shipped can be put on hold.';
  if (without_hold !== null && unshippedStatuses.includes(order_status)) return cannotHold(without_hold);
  return `This order ${whereItIs({ order_status })} and can no longer be put on hold.`;
}

async function whyNotCancelled(tenant: Tenant, id: number): Promise<string> {
  const { order_status, cancel_requested_at } = await stateOf(tenant, id);
  if (order_status === 'cancelled') return 'This order is cancelled already.';
  if (cancel_requested_at) {
    const away = (await disconnectedWarehouses(tenant, [id])).get(id);
    if (away) return `The cancellation waits already: ${waitsForWarehouse(away, 'cancel')}`;
  }
  if (cancel_requested_at) return 'The warehouse has been asked to cancel this order already.';
  return 'This order can no longer be cancelled.';
}

const stateOf = (tenant: Tenant, id: number) =>
  tenant.db
    .selectFrom('orders as o')
    .select(['on_hold', 'order_status', 'units_shipped', 'cancel_requested_at', warehouseWithoutHold(tenant).as('without_hold')])
    .$narrowType<{ order_status: OrderStatus }>()
    .where(inAccount(tenant))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** What a disconnected warehouse is asked for once it is back; null where the order's is connected, or it has none. */
async function noteOfWarehouse(tenant: Tenant, id: number, task: WarehouseTask): Promise<string | null> {
  const warehouse = (await disconnectedWarehouses(tenant, [id])).get(id);
  return warehouse === undefined ? null : waitsForWarehouse(warehouse, task);
}

/** Why an order does not go on though its hold has ended here; null where it does. */
async function noteOfEnd(tenant: Tenant, id: number): Promise<string | null> {
  if ((await keptThere(tenant, [id])).length > 0) return keptByWarehouse;
  if ((await keptByChannel(tenant, [id])).length > 0) return wordOutcome({ code: 'kept_by_channel' });
  return (await noteOfWarehouse(tenant, id, 'unhold')) ?? noteOfUndecided(tenant, id);
}

const whatElse = (open: number): string | null =>
  open > 0 ? `It goes on waiting: ${countedWords(open, 'other issue is open', 'other issues are open')}.` : null;

const withNote = (message: string, note: string | null) => (note === null ? message : `${message} ${note}`);

/** An action of which there is one thing to say. */
const says =
  (act: (tenant: Tenant, id: number) => Promise<void>, sentence: (number: string) => string) =>
  async (tenant: Tenant, id: number, { order_number }: Named) => {
    await act(tenant, id);
    return sentence(order_number);
  };

/** Nothing more leaves of an order whose first parcel has. */
async function endSecond(tenant: Tenant, id: number, { order_number }: Named): Promise<string> {
  const { asked } = await endSecondByHand(tenant, id);
  return asked
    ? `The warehouse has been asked to cancel the second parcel of ${order_number}. Its reply will show here.`
    : `The second parcel of ${order_number} is not sent.`;
}

/** What has not left goes where the channel says now. */
async function bringOver(tenant: Tenant, id: number, { seen, order_number }: Given & Named): Promise<Acted> {
  const { isAsked, group } = await bringToNewAddress(tenant, id, seen);
  const message = isAsked
    ? `The warehouse is asked to send what has not left of ${order_number} to the new address. Its reply will show here.`
    : `What has not left of ${order_number} goes to the new address.`;
  return { message, group };
}

/** Some channels cannot be told: then an issue of the order asks a person to reply there. */
const seePage = 'Its page shows whether its channel could be told.';

const perform: Record<OrderAction, (tenant: Tenant, id: number, given: Given & Named) => Promise<string | Acted>> = {
  async retry(tenant, id, { order_number }) {
    await retryOrders(tenant, [id]);
    return (await noteOfWarehouse(tenant, id, 'take')) ?? `Trying ${order_number} again.`;
  },
  async cancel(tenant, id, { order_number }) {
    const { cancelled, requested } = await requestCancel(tenant, [id], null);
    if (cancelled.length > 0) return `${order_number} is cancelled.`;
    if (requested.length > 0)
      return (
        (await noteOfWarehouse(tenant, id, 'cancel')) ?? `The warehouse has been asked to cancel ${order_number}. Its reply will show here.`
      );
    throw refuse(409, 'too_late', await whyNotCancelled(tenant, id));
  },
  async hold(tenant, id, { reason, until, order_number }) {
    const terms = { reason, until };
    const { ids, group } = await setHold(tenant, [id], { held: true, terms });
    if (ids.length === 0) throw refuse(409, 'not_allowed', await whyNotHeld(tenant, id));
    const { date_style } = await tenant.db
      .selectFrom('accounts')
      .select('date_style')
      .where('id', '=', tenant.accountId)
      .executeTakeFirstOrThrow();
    return {
      message: withNote(`${order_number} is on hold${termsInWords(terms, date_style)}`, await noteOfWarehouse(tenant, id, 'hold')),
      group,
    };
  },
  async unhold(tenant, id, { seen, order_number }) {
    const { ids, along } = await setHold(tenant, [id], { held: false });
    if (ids.length + along.length === 0) throw refuse(409, 'not_allowed', 'This order is not on hold.');
    if (seen !== undefined) await requireSeenHold(tenant, id, seen);
    for (const { other } of along) {
      const message = `${order_number} stays on hold as long as ${other}, which travels with it: the warehouse holds both or neither.`;
      return { message, group: null, left: { code: 'held_along', other } };
    }
    return withNote(`${order_number} is off hold.`, await noteOfEnd(tenant, id));
  },
  async 'keep-as-sent'(tenant, id, { seen, order_number }) {
    const { goes, open } = await keepAsSent(tenant, id, seen);
    return withNote(goes ? `What is in ${order_number} now is sent.` : `${order_number} is kept as it was sent.`, whatElse(open));
  },
  async 'keep-as-edited'(tenant, id, { seen, order_number }) {
    return withNote(`${order_number} is kept as it was edited.`, whatElse((await keepAsEdited(tenant, id, seen)).open));
  },
  'ship-too': says(shipThisToo, (number) => `All of ${number} will be sent.`),
  'same-goods': says(endAsSameGoods, (number) => `Nothing of ${number} is sent.`),
  'undo-decision': says(undoDecision, (number) => `The decision about ${number} is undone.`),
  'keep-this-source': (tenant, id) => chooseImport(tenant, id, 'own'),
  'keep-other-source': (tenant, id) => chooseImport(tenant, id, 'other'),
  'send-beside': says(sendBeside, (number) => `${number} and the other order are both sent.`),
  async 'send-anew'(tenant, id, { set = {} }) {
    await routeRest(tenant, id, set);
    return sendAnew(tenant, id);
  },
  async 'end-here'(tenant, id, named) {
    return (await isSplitInPart(tenant, id)) ? endSecond(tenant, id, named) : endHere(tenant, id);
  },
  'take-over': says(takeOverFound, (number) => `${number} is what the warehouse has.`),
  'new-reference': says(sendUnderNewReference, (number) => `${number} is sent under a new reference.`),
  'accept-cancel': says(acceptCancel, (number) => `${number} is cancelled. ${seePage}`),
  'refuse-cancel': says(refuseCancel, (number) => `${number} goes on. ${seePage}`),
  'undo-cancel-decision': says(takeDecisionBack, (number) => `The decision about ${number} is undone.`),
  'mark-replied': says(markReplied, (number) => `The request to cancel ${number} is replied to.`),
  'told-by-hand': says(markToldByHand, (number) => `${number} counts as told to its channel by hand.`),
  'undo-told-by-hand': says(takeBackToldByHand, (number) => `The decision about ${number} is undone.`),
  async 'send-second'(tenant, id, { seen, set = {}, order_number }) {
    const { isSent } = await sendSecondByHand(tenant, id, { seen, route: () => routeRest(tenant, id, set) });
    const second = `The second parcel of ${order_number}`;
    return isSent ? `${second} is on its way to the warehouse.` : `${second} goes as it was chosen, once nothing else keeps it here.`;
  },
  'end-second': endSecond,
  'use-new-address': bringOver,
  async 'keep-former-address'(tenant, id, { seen, order_number }) {
    await keepFormerAddress(tenant, id, seen);
    return `What has not left of ${order_number} goes to the address that it had.`;
  },
  async 'undo-edit'(tenant, id, { edit, order_number }) {
    await undoEdit(tenant, id, { event: edit });
    return `The edit of ${order_number} is undone.`;
  },
};
