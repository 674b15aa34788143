/**
 * For how many days an installation keeps what only tells what happened. No screen and no undo needs it for longer than the least that may
 * be set; what is not sent again, as the keys of effects, and the history of orders stay as long as the record.
 */
export type KeepDays = {
  /** Calls to other systems: operation, time, result. */
  exchanges: number;
  /** Webhooks that were handled. */
  webhooks: number;
  /** Changes of stock, but for the last of each place. */
  stockChanges: number;
  /** Runs that ended, with the outcomes of their rows. */
  runs: number;
  /** The audit: who did what. */
  audit: number;
};

export const usualKeepDays: KeepDays = { exchanges: 30, webhooks: 30, stockChanges: 120, runs: 90, audit: 1_095 };

/** Bodies of exchanges are kept for 14 days, vendors repeat a webhook for some, the curve of stock shows 90, and lists of runs 30.
 * The database itself keeps a year of the audit. */
export const leastKeepDays: KeepDays = { exchanges: 14, webhooks: 7, stockChanges: 100, runs: 31, audit: 365 };
