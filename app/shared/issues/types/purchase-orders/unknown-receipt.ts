import type { IssueTypeRules } from '../../issue-type.ts';

export const unknownReceipt = {
  label: 'Receipt of no purchase order',
  headline: { count: 'issues', one: 'receipt belongs to no purchase order', many: 'receipts belong to no purchase order' },
  remedy: 'place_receipt',
  isChecked: false,
  sentences: {
    receipt_unknown: ({ units, sku, announcement }: { units: number; sku: string; announcement: string | null }) =>
      `${units} of ${sku} came for announcement ${announcement}, which is of no purchase order here.`,
  },
} satisfies IssueTypeRules;

/** An issue of this type is about one receipt. */
export const subjectOfReceipt = (receiptId: number) => `receipt:${receiptId}`;
/** The receipt of that subject. */
export const receiptOfSubject = (subject: string): number => Number(subject.split(':')[1]);
