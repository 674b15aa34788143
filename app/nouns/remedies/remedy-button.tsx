import { useState } from 'react';
import { remedyFor, remedyLabel } from '../../shared/issues/issue.ts';
import type { Remedy } from '../../shared/issues/issue-type.ts';
import { RowButton } from '../../ui/buttons/row-button.tsx';
import { lazily } from '../../ui/lazily.tsx';
import { AcceptChangeButton } from './buttons/accept-change.tsx';
import { CancelButton } from './buttons/cancel.tsx';
import { ExpectNoMoreButton } from './buttons/expect-no-more.tsx';
import { RetryButton } from './buttons/retry.tsx';
import { DismissReferencesButton } from './deciding/dismiss-references.tsx';
import { OpenPurchaseOrder } from './links/open-purchase-order.tsx';
import { ReconnectLink } from './links/reconnect.tsx';
import { SeeItemLink } from './links/see-item.tsx';
import { SeeProductLink } from './links/see-product.tsx';
import type { RemedyIssue } from './remedy.ts';
import classes from './remedy-button.module.css';

type Props = {
  issue: RemedyIssue;
  /** The primary action of its page: in the accent colour. */
  primary?: boolean;
};

/**
 * The button that mends an issue, wherever the issue is shown. A remedy with a choice opens a panel beside
 * the button; afterwards the alert bar says how many orders went on, and the page reloads.
 */
export function RemedyButton({ issue, primary = false }: Props) {
  const remedy = remedyFor(issue);
  // An order's cancellation has no counterpart beside the issue of a purchase order.
  const Button = buttons[issue.purchase_order_id && remedy === 'cancel' ? 'open_purchase_order' : remedy];
  return (
    <span className={classes.remedy} data-primary={primary || undefined}>
      <Button issue={issue} />
    </span>
  );
}

/** Opens the panel of a remedy that asks for something; its code is loaded when the pointer comes near. */
function PanelButton({ issue }: { issue: RemedyIssue }) {
  const remedy = remedyFor(issue);
  const [isOpened, setOpened] = useState(false);
  const closed = (
    <RowButton aria-haspopup="dialog" onClick={() => setOpened(true)} onPointerEnter={load} onFocus={load}>
      {remedyLabel[remedy]}
    </RowButton>
  );
  return isOpened ? <OpenedRemedy issue={issue} remedy={remedy} waiting={closed} onFailed={() => setOpened(false)} /> : closed;
}

/** What the warehouse has differs from order to order: of several, each is decided about on its own page. */
const DecideFound = ({ issue }: { issue: RemedyIssue }) =>
  issue.orders !== undefined && issue.orders > 1 ? null : <PanelButton issue={issue} />;

const load = () => import('./opened-remedy.tsx');
const OpenedRemedy = lazily(load);

/** Every remedy; those with a panel are in opened-remedy.tsx. */
const buttons: Record<Remedy, (props: { issue: RemedyIssue }) => React.ReactNode> = {
  link_product: PanelButton,
  map_shipping: PanelButton,
  map_location: PanelButton,
  complete_address: PanelButton,
  retry: RetryButton,
  reconnect: ReconnectLink,
  accept_change: AcceptChangeButton,
  compare_orders: PanelButton,
  decide_former: PanelButton,
  choose_import: PanelButton,
  decide_found: DecideFound,
  cancel: CancelButton,
  open_purchase_order: OpenPurchaseOrder,
  expect_no_more: ExpectNoMoreButton,
  place_receipt: PanelButton,
  dismiss_references: DismissReferencesButton,
  see_product: SeeProductLink,
  see_item: SeeItemLink,
};
