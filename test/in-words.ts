import { wordOrderEvent } from '../app/nouns/order-flow/events/sentences.ts';
import { wordPurchaseEvent } from '../app/nouns/purchase-flow/events/sentences.ts';
import { wordNotification } from '../app/people/notifications/sentences.ts';
import { wordIssue } from '../app/shared/issues/issue.ts';
import { wordOutcome } from '../app/shared/runs/outcome-sentences.ts';
import { wordRun } from '../app/shared/runs/words/sentences.ts';

const inWords =
  (word: (sentence: unknown) => string) =>
  <Row extends object>(rows: Row[]): (Omit<Row, 'sentence'> & { sentence: string })[] =>
    rows.map((row) => ({ ...row, sentence: word('sentence' in row ? row.sentence : null) }));

/** Rows of `issues` that a test has read itself, each `sentence` in words. */
export const issuesInWords = inWords(wordIssue);
/** The same of `order_events`. */
export const eventsInWords = inWords(wordOrderEvent);
/** The same of `purchase_order_events`. */
export const purchaseEventsInWords = inWords(wordPurchaseEvent);
/** The same of `notifications`. */
export const notificationsInWords = inWords(wordNotification);
/** The same of `runs`. */
export const runsInWords = inWords(wordRun);
/** Rows of `run_outcomes`, each `reason` in words. */
export const outcomesInWords = <Row extends object>(rows: Row[]): (Omit<Row, 'reason'> & { reason: string })[] =>
  rows.map((row) => ({ ...row, reason: wordOutcome('reason' in row ? row.reason : null) }));
