import { panelButton } from '../../../shared/issues/remedy/panel-button.tsx';
import type { RemediesOfNoun, RemedyIssue } from '../../../shared/issues/remedy/remedy.ts';
import { ExpectNoMoreButton } from './widgets/remedies/expect-no-more.tsx';
import { OpenPurchaseOrder } from './widgets/remedies/open-purchase-order.tsx';

export const purchaseRemedies = {
  open_purchase_order: OpenPurchaseOrder,
  expect_no_more: ExpectNoMoreButton,
  place_receipt: panelButton(() => import('./widgets/remedies/place-receipt.tsx')),
} satisfies RemediesOfNoun;

const DecideFound = panelButton(() => import('./widgets/remedies/found-otherwise.tsx'));

/** For issues of a purchase order, in place of what orders have. */
export const ownPurchaseRemedies = {
  isOwn: ({ purchase_order_id }: RemedyIssue) => Boolean(purchase_order_id),
  buttons: {
    // An order's cancellation has no counterpart beside the issue of a purchase order.
    cancel: OpenPurchaseOrder,
    decide_found: ({ issue }) => ((issue.orders ?? 1) > 1 ? null : <DecideFound issue={issue} />),
  } satisfies RemediesOfNoun,
};
