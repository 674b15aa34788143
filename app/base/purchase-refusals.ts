import type { DateStyle } from '../../platform/date-style.ts';
import { type SentenceOf, wordedBy } from '../../platform/sentences.ts';
import { writeWallTime } from '../ui/time/write-time.ts';

/** Of records of any noun. */
const ofAny = {
  deleted_since: () => 'It has been deleted since.',
  archived_already: () => 'It is archived already.',
  no_errors: () => 'It has no errors.',
  changed_since: () => 'It was changed since.',
};

/** Of actions on purchase orders, by their status. */
const ofActions = {
  only_pending_held: () => 'Only a pending purchase order can be put on hold.',
  purchase_not_on_hold: () => 'This purchase order is not on hold.',
  only_open_cancelled: () => 'Only a purchase order that is pending or on hold can be cancelled.',
  nothing_received: () => 'Nothing has been received that could be processed.',
  only_received_closed: () => 'Only a purchase order of which something was received can be closed short.',
  only_ended_archived: () => 'Only a purchase order that is closed out or cancelled can be archived.',
  not_archived: () => 'It is not archived.',
  only_pending_deleted: () => 'Only a pending purchase order can be deleted.',
  only_open_edited: () => 'Only a purchase order that is pending, or of which a part has come, can be edited.',
  ended_at_source: () => 'It has ended: nothing more of its source is read.',
  made_here: () => 'It was made here: there is no source to read it from.',
};

type Came = { came: number; sku: string };

/** Of edits. */
const ofEdits = {
  /** `at`: by the account's clock. */
  locked_by: ({ by, at }: { by: string; at: string }, style: DateStyle) =>
    `${by} locked this purchase order on ${writeWallTime(at, style)}. Unlock it before you save.`,
  no_warehouse: () => 'This warehouse does not exist.',
  line_gone: () => 'One of these lines no longer exists.',
  no_item: ({ sku }: { sku: string }) => `${sku || 'A line without a SKU'} is neither a product nor a raw material of the warehouse.`,
  line_below: ({ came, sku }: Came) => `${came} of ${sku} have come: the line cannot be less.`,
  line_came: ({ came, sku }: Came) => `${came} of ${sku} have come: the line cannot be removed.`,
  line_waits: ({ sku }: { sku: string }) => `A receipt of ${sku} waits for a decision: the line cannot be removed.`,
};

/** Why a purchase order may not be changed as somebody, or a file, asks. A row keeps a code of these and its values. */
export const purchaseRefusals = { ...ofAny, ...ofActions, ...ofEdits };

export type PurchaseRefusal = SentenceOf<typeof ofAny & typeof ofActions>;
export type EditSentence = SentenceOf<typeof purchaseRefusals>;
export const wordPurchaseRefusal = wordedBy(purchaseRefusals);
