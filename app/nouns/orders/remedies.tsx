import { call } from '../../../platform/call.ts';
import { dialogButton } from '../../shared/issues/remedy/dialog-button.tsx';
import { isOne, ofOne } from '../../shared/issues/remedy/of-one.tsx';
import { panelButton } from '../../shared/issues/remedy/panel-button.tsx';
import { pressButton } from '../../shared/issues/remedy/plain-buttons.tsx';
import type { RemediesOfNoun, RemedyIssue } from '../../shared/issues/remedy/remedy.ts';
import { actOnOrderCall } from '../order-flow/contract/orders.ts';
import { AddressRemedy } from './widgets/remedies/address/address-remedy.tsx';
import { RetryOrTold } from './widgets/remedies/told-by-hand.tsx';

const DecideFound = panelButton(() => import('./widgets/remedies/found-otherwise.tsx'));

const Decide = panelButton(() => import('./widgets/remedies/former-warehouse.tsx'));

/** Keeps an order as its issue showed it. */
const keepButton = (action: 'keep-as-sent' | 'keep-as-edited') =>
  ofOne(
    pressButton(({ order_id, seen }) => call(actOnOrderCall, { params: { id: order_id ?? 0, action }, body: { seen: seen ?? undefined } })),
  );

const ofAnOrder = (issue: RemedyIssue) => Boolean(issue.order_id) && isOne(issue);

export const orderRemedies = {
  retry: RetryOrTold,
  /** Leaves an order as it was sent to the warehouse, whatever the channel changed since. */
  accept_change: keepButton('keep-as-sent'),
  /** Leaves an order that has not left as people edited it, whatever the channel changed beside that. */
  keep_edits: keepButton('keep-as-edited'),
  mark_replied: ofOne(pressButton(({ order_id }) => call(actOnOrderCall, { params: { id: order_id ?? 0, action: 'mark-replied' } }))),
  cancel: dialogButton(() => import('./widgets/remedies/cancel.tsx'), ofAnOrder),
  complete_address: AddressRemedy,
  choose_building: ofOne(panelButton(() => import('./widgets/remedies/choose-building.tsx'))),
  compare_orders: panelButton(() => import('./widgets/remedies/compare-orders.tsx')),
  choose_import: panelButton(() => import('./widgets/remedies/choose-import.tsx')),
  decide_taken_back: ofOne(Decide),
  decide_rest: ofOne(Decide),
  decide_former: Decide,
  decide_twin: Decide,
  decide_second: Decide,
  decide_address: Decide,
  // What the warehouse has differs from order to order.
  decide_found: ofOne(DecideFound),
} satisfies RemediesOfNoun;
