import { itemAddress } from '../../catalogue/kinds.ts';
import { RowLink } from '../../ui/row-button.tsx';
import { remedyLabel } from '../issue.ts';
import { itemOfSubject } from '../types/low-stock.ts';
import type { RemedyIssue } from './remedy.ts';

/** Leads to the item that there is too little of: what is expected, and what needs it. */
export function SeeItemLink({ issue: { subject } }: { issue: RemedyIssue }) {
  const item = itemOfSubject(subject);
  return item && <RowLink to={itemAddress(item.kind, item.id)}>{remedyLabel.see_item}</RowLink>;
}
