import type { Cause } from '../../shared/issues/causes.ts';
import type { IssueType } from '../../shared/issues/issue.ts';

/** An issue as a remedy needs it: of one order, or of every order that waits for the same cause, with their number in `orders`. */
export type RemedyIssue = { type: IssueType } & Pick<Cause, 'sentence' | 'subject' | 'connection_id' | 'slug'> &
  Partial<Pick<Cause, 'order_id' | 'purchase_order_id' | 'purchase_order_number' | 'orders'>>;
