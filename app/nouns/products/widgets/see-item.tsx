import { remedyLabel } from '../../../shared/issues/issue.ts';
import type { RemedyIssue } from '../../../shared/issues/remedy/remedy.ts';
import { itemOfSubject } from '../../../shared/issues/types/items/low-stock.ts';
import { RowLink } from '../../../ui/buttons/row-button.tsx';
import { itemAddress } from '../../catalogue/kinds.ts';

/** Leads to the item that there is too little of: what is expected, and what needs it. */
export function SeeItemLink({ issue: { subject } }: { issue: RemedyIssue }) {
  const item = itemOfSubject(subject);
  return item && <RowLink to={itemAddress(item.kind, item.id)}>{remedyLabel.see_item}</RowLink>;
}
