import { type SentenceOf, wordedBy } from '../../../../platform/sentences.ts';

/** Why an order is on hold. A row keeps a code of these and its values. */
export const holdReasons = {
  /** By the person who put it on hold. */
  typed: ({ text }: { text: string }) => text,
  /** Nobody put it on hold: the warehouse holds it with another. */
  travels_with: ({ other }: { other: string }) => `${other} travels with it and is on hold`,
  /** The same, once that other one is cancelled: the order stays on hold until a person lets it go. */
  other_cancelled: ({ other }: { other: string }) => `${other}, which it was held with, is cancelled`,
  /** The same, once the two do not travel together. */
  held_there_with: ({ other }: { other: string }) => `It was held at the warehouse together with ${other}`,
  cancelled_here_before: () => 'It was cancelled here before',
};

export type HoldReason = SentenceOf<typeof holdReasons>;
const wordHoldReason = wordedBy(holdReasons);

type WithReason<Row> = Omit<Row, 'hold_reason'> & { hold_reason: string | null };

/** A row whose reason is in words, where it has one. */
export function withHoldReason<Row extends { hold_reason: unknown }>(row: Row): WithReason<Row> {
  return { ...row, hold_reason: row.hold_reason === null ? null : wordHoldReason(row.hold_reason) };
}

/** What a row keeps of a reason that a person typed; null of a blank one. */
export function typedReason(reason: string | undefined): string | null {
  const text = reason?.trim();
  return text ? JSON.stringify({ code: 'typed', text } satisfies HoldReason) : null;
}
