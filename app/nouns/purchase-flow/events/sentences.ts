import type { Reason } from '../../../../connectors/contract.ts';
import type { DateStyle } from '../../../../platform/date-style.ts';
import { type SentenceOf, wordedBy } from '../../../../platform/sentences.ts';
import { wordReason } from '../../../base/reasons.ts';
import { type IssueSentence, wordIssue } from '../../../shared/issues/issue.ts';
import type { EffectKind } from '../../../shared/outbox/queue.ts';
import { taskInWords } from '../../../shared/outbox/tasks.ts';
import { type LooseGoods, wordGoods } from '../../../shared/runs/words/goods.ts';
import { countedWords } from '../../../ui/words/counted-words.ts';
import { type Edited, editedInWords } from './edited-in-words.ts';

type Goods = { units: number; sku: string };
type Lot = { lot: string | null };
const ofLot = ({ lot }: Lot) => (lot ? `, lot ${lot}` : '');

/** What the history of a purchase order says. A row keeps a code of these and its values. */
const sentences = {
  arrived: ({ source }: { source: string }) => `Arrived from ${source}.`,
  created_by_hand: () => 'Made by hand.',
  created_by_file: () => 'Imported from a file.',
  changed_by_source: ({ source }: { source: string }) => `${source} changed it.`,
  units_changed: ({ sku, units }: { sku: string; units: number }) =>
    `One ${sku} is ${countedWords(units, 'unit')} of the warehouse by its link now.`,
  reread_changed: () => 'Read from its source again: it had changed.',
  reread_same: () => 'Read from its source again: nothing new.',
  reread_locked: () => 'Read from its source again: it had changed. That is followed once it is unlocked.',
  edited: (values: Edited, style: DateStyle) => editedInWords(values, style),

  stopped: ({ issue }: { issue: IssueSentence }) => wordIssue(issue),
  mended: ({ issue }: { issue: IssueSentence }) => `Mended: ${wordIssue(issue)}`,
  errors_cleared: () => 'Errors cleared and checked again.',

  announced: ({ announcement }: { announcement: string }) => `The warehouse expects it as ${announcement}.`,
  change_accepted: () => 'The warehouse accepted the change.',
  announced_anew: () => 'Its warehouse was disconnected. It is announced to the one that is connected now.',
  found_is_this: ({ announcement }: { announcement: string }) => `Decided: ${announcement} at the warehouse is this purchase order.`,
  found_is_another: () => 'Decided: what the warehouse has is another one.',
  refused_by_warehouse: ({ task, reason }: { task: EffectKind; reason: Reason }) =>
    `The warehouse did not ${taskInWords[task]}: ${wordReason(reason)}`,
  refused_by_source: ({ reason }: { reason: Reason }) => `Its source did not book the receipts: ${wordReason(reason)}`,

  withdrawn: () => 'The warehouse no longer expects it.',
  rest_withdrawn: () => 'The warehouse agreed: it expects nothing more of it.',
  withdrawn_too_late: () => 'The warehouse was asked too late: goods have begun to arrive.',
  warehouse_disconnected: () => 'Its warehouse is disconnected: nobody there can be asked, and it may still be expected.',
  warehouse_closed: () => 'The warehouse closed the announcement: nothing more is expected.',

  received: ({ units, sku, ...lot }: Goods & Lot) => `The warehouse received ${units.toLocaleString('en-US')} of ${sku}${ofLot(lot)}.`,
  adjusted: ({ units, sku, ...lot }: Goods & Lot) => `The warehouse adjusted ${sku}${ofLot(lot)} by ${units.toLocaleString('en-US')}.`,
  receipt_corrected: ({ units, sku, ...lot }: Goods & Lot) =>
    `The warehouse corrected a receipt of ${sku}${ofLot(lot)} to ${units.toLocaleString('en-US')}.`,
  receipt_assigned: (values: LooseGoods) => `${wordGoods(values)} were assigned to it.`,
  receipt_taken_off: (values: LooseGoods) => `${wordGoods(values)} were taken off it again.`,
  receipt_accepted: ({ units, sku }: Goods) => `${units.toLocaleString('en-US')} of ${sku}: accepted.`,
  receipt_waits_again: ({ units, sku }: Goods) => `${units.toLocaleString('en-US')} of ${sku}: no longer accepted.`,
  receipt_accepted_for_line: ({ units, sku }: Goods) => `${units.toLocaleString('en-US')} of ${sku}: accepted for a line.`,
  over_accepted: ({ units, sku }: Goods) => `${units.toLocaleString('en-US')} of ${sku}: more than ordered accepted.`,
  loose_accepted: ({ units, sku }: Goods) =>
    `${units.toLocaleString('en-US')} of ${sku} are no whole pack: accepted that the source is not told.`,
  over_taken_back: ({ units, sku }: Goods) => `${units.toLocaleString('en-US')} of ${sku}: no longer accepted beyond what was ordered.`,
  loose_taken_back: ({ units, sku }: Goods) => `${units.toLocaleString('en-US')} of ${sku}: no longer accepted as no whole pack.`,
  receipt_marked: ({ units, sku }: Goods) => `${units.toLocaleString('en-US')} of ${sku}: marked as processed.`,
  processing: ({ receipts }: { receipts: number }) => `${countedWords(receipts, 'receipt is', 'receipts are')} being processed.`,
  processed_here: () => 'Its receipts are processed.',
  booked_by_source: ({ reference }: { reference: string }) => `Its source booked the receipts as ${reference}.`,
  sent_out_again: ({ units, sku }: Goods) => `The warehouse sent out ${units.toLocaleString('en-US')} of ${sku} again.`,
  fulfilment_marked: ({ units, sku }: Goods) => `${units.toLocaleString('en-US')} of ${sku} that went out again: marked as processed.`,

  held: () => 'Put on hold.',
  unheld: () => 'Taken off hold.',
  still_expected: () => 'The warehouse had not been asked yet: it goes on expecting it.',
  locked: () => 'Locked.',
  unlocked: () => 'Unlocked.',
  archived: () => 'Archived.',
  unarchived: () => 'Taken out of the archive.',
  deleted: () => 'Deleted. Sync does not bring it back; for 30 days it can be restored.',
  restored: () => 'Restored.',

  cancelled: () => 'Cancelled.',
  cancelled_by_source: () => 'Its source cancelled it.',
  cancelled_by_source_withdrawing: () => 'Its source cancelled it. The warehouse has been asked to withdraw it.',
  nothing_left_to_come: () => 'Nothing of it is left to come. The warehouse has been asked to stop expecting it.',
  opened_again_by_source: () => 'Its source opened it again, so it goes on.',
  withdrawal_requested: () => 'The warehouse has been asked to stop expecting it.',
  cancel_requested: () => 'The warehouse has been asked to stop expecting it; then it is cancelled.',
  rest_withdrawal_requested: () => 'The warehouse has been asked to expect nothing more of it.',
  closed_by_source: () => 'Its source closed it.',
  closed_by_person: ({ reason }: { reason: string }) => `Closed: ${reason}`,
  closed_short: ({ reason }: { reason: string }) => `Closed short: ${reason}`,
  closed_out: () => 'Closed out: nothing more is expected, and every receipt is processed.',
  closed_out_empty: () => 'Closed out: the warehouse expects nothing more, and nothing came.',
  /** `came`: whether anything did. */
  closed_out_cut_off: ({ came }: { came: boolean }) =>
    `Closed out: ${came ? 'every receipt is processed' : 'nothing came'}. The warehouse was disconnected before its last receipts were read, so some may be missing.`,
};

export type PurchaseEventSentence = SentenceOf<typeof sentences>;
/** Words what an entry in the history of a purchase order keeps. */
export const wordPurchaseEvent = wordedBy(sentences);
