import { panelButton } from '../../shared/issues/remedy/panel-button.tsx';
import type { RemediesOfNoun } from '../../shared/issues/remedy/remedy.ts';
import { RetryButton } from '../remedies/retry.tsx';
import { AcceptChangeButton } from './widgets/remedies/accept-change.tsx';
import { CancelButton } from './widgets/remedies/cancel.tsx';

const DecideFound = panelButton(() => import('./widgets/remedies/found-otherwise.tsx'));

export const orderRemedies = {
  retry: RetryButton,
  accept_change: AcceptChangeButton,
  cancel: CancelButton,
  complete_address: panelButton(() => import('./widgets/remedies/address/complete-address.tsx')),
  compare_orders: panelButton(() => import('./widgets/remedies/compare-orders.tsx')),
  choose_import: panelButton(() => import('./widgets/remedies/choose-import.tsx')),
  decide_former: panelButton(() => import('./widgets/remedies/former-warehouse.tsx')),
  // What the warehouse has differs from order to order: of several, each is decided about on its own page.
  decide_found: ({ issue }) => ((issue.orders ?? 1) > 1 ? null : <DecideFound issue={issue} />),
} satisfies RemediesOfNoun;
