import { href } from 'react-router';
import { remedyLabel } from '../../../../../shared/issues/issue.ts';
import type { RemedyIssue } from '../../../../../shared/issues/remedy/remedy.ts';
import { RowLink } from '../../../../../ui/buttons/row-button.tsx';

/** Leads to the purchase order, where a person decides about what came, or chooses its warehouse. */
export function OpenPurchaseOrder({ issue: { purchase_order_id } }: { issue: RemedyIssue }) {
  if (!purchase_order_id) return null;
  return <RowLink to={href('/purchase-orders/:id', { id: String(purchase_order_id) })}>{remedyLabel.open_purchase_order}</RowLink>;
}
