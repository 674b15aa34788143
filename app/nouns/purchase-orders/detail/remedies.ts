import { href } from 'react-router';
import { dialogButton } from '../../../shared/issues/remedy/dialog-button.tsx';
import { ofOne } from '../../../shared/issues/remedy/of-one.tsx';
import { panelButton } from '../../../shared/issues/remedy/panel-button.tsx';
import { linkButton } from '../../../shared/issues/remedy/plain-buttons.tsx';
import type { RemediesOfNoun, RemedyIssue } from '../../../shared/issues/remedy/remedy.ts';

/** Leads to the purchase order, where a person decides about what came, or chooses its warehouse. */
const openPurchaseOrder = linkButton(
  ({ purchase_order_id: id }) => (id ? href('/purchase-orders/:id', { id: String(id) }) : null),
  'open_purchase_order',
);

const ofAPurchaseOrder = ({ purchase_order_id }: RemedyIssue) => Boolean(purchase_order_id);

export const purchaseRemedies = {
  open_purchase_order: openPurchaseOrder,
  expect_no_more: dialogButton(() => import('./widgets/remedies/expect-no-more.tsx'), ofAPurchaseOrder),
  place_receipt: panelButton(() => import('./widgets/remedies/place-receipt.tsx')),
} satisfies RemediesOfNoun;

const DecideFound = panelButton(() => import('./widgets/remedies/found-otherwise.tsx'));

/** For issues of a purchase order, in place of what orders have. */
export const ownPurchaseRemedies = {
  isOwn: ofAPurchaseOrder,
  buttons: {
    // An order's cancellation has no counterpart beside the issue of a purchase order.
    cancel: openPurchaseOrder,
    choose_building: openPurchaseOrder,
    decide_found: ofOne(DecideFound),
  } satisfies RemediesOfNoun,
};
