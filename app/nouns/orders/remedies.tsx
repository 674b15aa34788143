import { call } from '../../../platform/call.ts';
import { dialogButton } from '../../shared/issues/remedy/dialog-button.tsx';
import { isOne, ofOne } from '../../shared/issues/remedy/of-one.tsx';
import { panelButton } from '../../shared/issues/remedy/panel-button.tsx';
import { pressButton } from '../../shared/issues/remedy/plain-buttons.tsx';
import type { RemediesOfNoun, RemedyIssue } from '../../shared/issues/remedy/remedy.ts';
import { actOnOrderCall } from '../order-flow/contract/orders.ts';
import { RetryButton } from '../remedies/retry.tsx';
import { AddressRemedy } from './widgets/remedies/address/address-remedy.tsx';

const DecideFound = panelButton(() => import('./widgets/remedies/found-otherwise.tsx'));

const ofAnOrder = (issue: RemedyIssue) => Boolean(issue.order_id) && isOne(issue);

export const orderRemedies = {
  retry: RetryButton,
  /** Leaves an order as it was sent to the warehouse, whatever the channel changed since. */
  accept_change: ofOne(
    pressButton(({ order_id, seen }) =>
      call(actOnOrderCall, { params: { id: order_id ?? 0, action: 'keep-as-sent' }, body: { seen: seen ?? undefined } }),
    ),
  ),
  /** Leaves an order that has not left as people edited it, whatever the channel changed beside that. */
  keep_edits: ofOne(
    pressButton(({ order_id, seen }) =>
      call(actOnOrderCall, { params: { id: order_id ?? 0, action: 'keep-as-edited' }, body: { seen: seen ?? undefined } }),
    ),
  ),
  mark_replied: ofOne(pressButton(({ order_id }) => call(actOnOrderCall, { params: { id: order_id ?? 0, action: 'mark-replied' } }))),
  cancel: dialogButton(() => import('./widgets/remedies/cancel.tsx'), ofAnOrder),
  complete_address: AddressRemedy,
  compare_orders: panelButton(() => import('./widgets/remedies/compare-orders.tsx')),
  choose_import: panelButton(() => import('./widgets/remedies/choose-import.tsx')),
  decide_former: panelButton(() => import('./widgets/remedies/former-warehouse.tsx')),
  decide_second: panelButton(() => import('./widgets/remedies/former-warehouse.tsx')),
  decide_address: panelButton(() => import('./widgets/remedies/former-warehouse.tsx')),
  // What the warehouse has differs from order to order.
  decide_found: ofOne(DecideFound),
} satisfies RemediesOfNoun;
