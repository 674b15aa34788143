import type { IssueType } from '../issue.ts';

/** An issue as a remedy needs it: of one order, or of every order that waits for the same cause. */
export type RemedyIssue = {
  type: IssueType;
  sentence: string;
  /** The unknown code from the channel: a SKU, a shipping code, a location. */
  subject: string;
  connection_id: number | null;
  /** The connection's slug, as in its settings' address. */
  slug: string | null;
  order_id?: number | null;
  /** How many orders wait for this cause, where the issue stands for all of them. */
  orders?: number;
};
