import type { Reason } from '../../../../connectors/contract.ts';
import { wordReason } from '../../../base/reasons.ts';
import type { IssueTypes } from '../issue-type.ts';

type Came = { units: number; sku: string };
const written = (units: number) => units.toLocaleString('en-US');

/** What is wrong with purchase orders and their receipts. */
export const purchaseIssues = {
  over_received: {
    label: 'More received than ordered',
    headline: { count: 'issues', one: 'line has more than was ordered', many: 'lines have more than was ordered' },
    remedy: 'open_purchase_order',
    isChecked: false,
    sentences: {
      over_received: ({ over, sku, ordered }: { over: number; sku: string; ordered: number }) =>
        `${written(over)} more of ${sku} came than the ${written(ordered)} that are ordered.`,
      packs_over_received: ({
        over,
        sku,
        ordered,
        packs,
        each,
      }: {
        over: number;
        sku: string;
        ordered: number;
        packs: number;
        each: number;
      }) =>
        `${written(over)} more of ${sku} came than the ${written(ordered)} that are ordered: ${written(packs)} packs of ${written(each)}.`,
    },
  },
  unexpected_item: {
    label: 'Unexpected goods',
    headline: { count: 'issues', one: 'receipt is not expected', many: 'receipts are not expected' },
    remedy: 'open_purchase_order',
    isChecked: false,
    sentences: {
      more_taken_back: ({ units, sku }: Came) =>
        `The warehouse took back ${written(units)} of ${sku} more than is still to be booked. Correct that at the source, then mark the receipt as processed.`,
      no_whole_pack: ({ units, sku, each }: Came & { each: number }) =>
        `${written(units)} of ${sku} are no whole pack of ${written(each)}, so the source is not told of them. Correct that there where it should have them, then accept it here.`,
      not_on_order: ({ units, sku }: Came) => `${written(units)} of ${sku} came, which is not on this order.`,
      receipt_corrected: ({ units, sku }: Came) =>
        `The warehouse corrected a receipt of ${sku} to ${written(units)} after it had been processed.`,
      receipt_of_another: ({ units, sku, announcement, order }: Came & { announcement: string; order: string }) =>
        `The warehouse says now that ${written(units)} of ${sku}, which had been processed here, are of announcement ${announcement}: of ${order}. Correct that at the source, then accept it: it counts there.`,
      came_while_held: ({ units, sku }: Came) => `${written(units)} of ${sku} came although the order is on hold.`,
      came_though_cancelled: ({ units, sku }: Came) => `${written(units)} of ${sku} came although the order is cancelled.`,
      came_after_close: ({ units, sku }: Came) => `${written(units)} of ${sku} came after the order was closed out.`,
      came_after_deletion: ({ units, sku }: Came) =>
        `${written(units)} of ${sku} came for this order after it had been deleted, so it is back.`,
    },
  },
  rejected_by_source: {
    label: 'Rejected by the source',
    headline: { count: 'issues', one: 'booking was refused by its source', many: 'bookings were refused by their source' },
    remedy: 'retry',
    isChecked: false,
    sentences: {
      booking_refused: ({ connection, reason }: { connection: string; reason: Reason }) =>
        `${connection} did not book what came: ${wordReason(reason)}`,
    },
  },
  cancelled_after_receipt: {
    label: 'Cancelled after goods came',
    headline: {
      ...{ count: 'issues', one: 'purchase order was cancelled after goods came' },
      many: 'purchase orders were cancelled after goods came',
    },
    remedy: 'expect_no_more',
    isChecked: false,
    sentences: {
      cancelled_after_receipt: ({ received, ordered }: { received: number; ordered: number }) =>
        `Its source cancelled it, but ${received} of ${written(ordered)} units have come. Close it short here, or open it again there.`,
      rest_not_expected: ({ received, ordered }: { received: number; ordered: number }) =>
        `The warehouse expects nothing further of it, and ${written(received)} of ${written(ordered)} units have come. Close it short here, and order the rest anew where it is wanted.`,
    },
  },
  ended_at_source: {
    label: 'Ended at the source, goods on the way',
    headline: {
      ...{ count: 'issues', one: 'purchase order was ended by its source while goods are on the way' },
      many: 'purchase orders were ended by their source while goods are on the way',
    },
    remedy: 'expect_no_more',
    isChecked: false,
    sentences: {
      ended_at_source: ({ state, due, announced }: { state: string; due: number; announced: number }) =>
        `Its source ${state} it, but ${due} of ${announced} announced units are still on the way. Ask the warehouse to stop expecting it, or open it again there.`,
    },
  },
  unknown_receipt: {
    label: 'Receipt of no purchase order',
    headline: { count: 'issues', one: 'receipt belongs to no purchase order', many: 'receipts belong to no purchase order' },
    remedy: 'place_receipt',
    isChecked: false,
    sentences: {
      receipt_unknown: ({ units, sku, announcement }: { units: number; sku: string; announcement: string | null }) =>
        announcement === null
          ? `${written(units)} of ${sku} came without an announcement. Say which purchase order they are of, or set them aside.`
          : `${written(units)} of ${sku} came for announcement ${announcement}, which is of no purchase order here.`,
    },
  },
} satisfies IssueTypes;

/** Of an issue about units of a line that are no whole pack, before the id of the line. */
export const loosePrefix = 'loose:';

/** Of the issue that a source, asked for a purchase order again, does not give it. */
export const rereadSubject = 'reread';

/** An issue of this type is about one receipt. */
export const subjectOfReceipt = (receiptId: number) => `receipt:${receiptId}`;
/** The receipt of that subject. */
export const receiptOfSubject = (subject: string): number => Number(subject.split(':')[1]);
