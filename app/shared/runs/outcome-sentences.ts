import type { Reason } from '../../../connectors/contract.ts';
import type { DateStyle } from '../../../platform/date-style.ts';
import { type SentenceOf, wordedBy } from '../../../platform/sentences.ts';
import { purchaseRefusals } from '../../base/purchase-refusals.ts';
import { wordReason } from '../../base/reasons.ts';
import { writeWallTime } from '../../ui/time/write-time.ts';
import { type IssueSentence, wordIssue } from '../issues/issue.ts';

type Status = { status: string };
const statusIn = ({ status }: Status) => status.replaceAll('_', ' ');
type Quantity = { quantity: number | null };

/** Of records of any noun. */
const ofAny = {
  processing_failed: () => 'There was an error processing it. It is as it was before.',
  there_already: () => 'It is there already.',
  /** The error that it still has. */
  still_wrong: ({ issue }: { issue: IssueSentence }) => wordIssue(issue),
  changed_by: ({ by, at }: { by: string | null; at: string }, style: DateStyle) =>
    `${by ?? 'Somebody'} changed it on ${writeWallTime(at, style)}.`,
  key_stopped: () => 'The API key that started this may no longer do it.',
  starter_left: () => 'Whoever started this is no longer in the team.',
  starter_may_not: () => 'The role of whoever started this no longer allows it.',
  agent_stopped: () => 'The agent that did this may no longer.',
  person_left: () => 'The person is no longer in the team.',
  tags_gone: () => 'The tags were deleted since.',
  too_many_tags: ({ most }: { most: number }) => `It would have more than ${most} tags.`,
  category_gone: () => 'The category was deleted since.',
  category_deleted: () => 'The category that it had was deleted since.',
  name_taken: ({ one }: { one: string }) => `There is a ${one} of this name by now.`,
  changed_since_import: () => 'It was changed since the import.',
  used_since_import: () => 'It is in use by now.',
  deleted_since_import: () => 'It was deleted since the import.',
  product_deleted: () => 'The product that it was linked to was deleted since.',
  changed_since_check: () => 'It was changed after the file was checked.',
  created_since_check: () => 'It was created after the file was checked.',
  deleted_since_check: () => 'It was deleted after the file was checked.',
  category_deleted_since_check: () => 'Its category was deleted after the file was checked.',
  linked_since_check: () => 'It was linked after the file was checked.',
  unlinked_since_check: () => 'It is no longer linked.',
  no_product_by_now: ({ sku }: { sku: string }) => `${sku} is no longer a product.`,
  pack_by_now: ({ units }: { units: number }) =>
    `One sale takes ${units.toLocaleString('en-US')} units of another product by now. Say how many of this one in Units per sale.`,
  /** By another system. */
  refused: ({ reason }: { reason: Reason }) => wordReason(reason),
};

/** What a disconnected warehouse will be asked for. */
const tasks = { take: 'take it', cancel: 'cancel it', hold: 'hold it', unhold: 'end the hold' } as const;
export type WarehouseTask = keyof typeof tasks;
type Missing = { sku: string; needed: number; left: number };

const ofOrders = {
  not_in_archive: () => 'It is not in the archive.',
  too_late_to_cancel: (values: Status) => `It is ${statusIn(values)}: too late to cancel.`,
  too_late_to_hold: (values: Status) => `It is ${statusIn(values)}: too late to hold.`,
  too_late_to_change: (values: Status) => `It is ${statusIn(values)}: too late to change.`,
  locked_by_other: ({ by }: { by: string | null }) => `${by ?? 'Somebody'} locked it. Unlock it first.`,
  changed_already: () => 'It was so already.',
  changed_since: () => 'It has changed since.',
  no_suggestion: () => 'Nothing is certain about its address.',
  undone_already: () => 'It was undone already.',
  not_finished: (values: Status) => `It is ${statusIn(values)}: only what is finished can be archived.`,
  on_hold_already: () => 'It is on hold already.',
  not_on_hold: () => 'It is not on hold.',
  held_since: () => 'It was put on hold after this was asked for.',
  stopped_since: () => 'Something else stopped it after this was asked for.',
  lets_others_go: () => 'Another order may leave by this: who may release orders decides.',
  being_sent: () => 'It is being sent to the warehouse at this moment.',
  with_warehouse: () => 'It is with the warehouse.',
  cancelled_too_late: () => 'It can no longer be cancelled.',
  left_unknown: () =>
    'The warehouse says that a part has left, and nobody knows of which order. Ask it whether goods of this one did, then cancel it on its page.',
  warehouse_without_hold: ({ warehouse }: { warehouse: string }) =>
    `${warehouse} cannot hold an order that it has. Cancel it to call it back.`,
  held_too_late: () => 'It can no longer be held.',
  unheld_too_late: () => 'It can no longer be taken off hold.',
  held_along: ({ other }: { other: string }) => `It stays on hold as long as ${other}, which travels with it.`,
  kept_by_channel: () => 'Its channel holds it. It goes on once the channel releases it.',
  kept_by_warehouse: () => 'The warehouse itself holds it. Only the warehouse can release it.',
  waits_for_warehouse: ({ warehouse, task }: { warehouse: string; task: WarehouseTask }) =>
    `${warehouse} is disconnected: it will be asked to ${tasks[task]} once it is connected again.`,
  nothing_to_decide: () => 'There is nothing left to decide about this order.',
  part_shipped: () => 'A part of it has shipped, so it cannot be cancelled here. Send the rest, or refund it in the channel.',
  no_warehouse_for_rest: () => 'A part of it has shipped. Connect the warehouse that is to send the rest first.',
  to_be_cancelled: () => 'It is to be cancelled, so it is not sent. End it here.',
  not_at_channel: () => 'Its channel no longer has it, so it is not sent. End it here.',
  rest_not_wanted: () => 'The rest of it was cancelled, or its channel no longer waits for it.',
  rest_unknown: () =>
    'The warehouse says that a part has left, and no parcel with goods of this order is known so far, so nobody knows what its rest is.',
  rest_on_hold: () => 'It is on hold. Unhold it first.',
  rest_locked: () => 'It is locked. Unlock it first.',
  rest_stopped: () => 'It has another issue. Mend that one first.',
  second_goes_by_itself: () => 'The second parcel goes by itself, once all of the first has left.',
  second_without_warehouse: () =>
    'The warehouse that sent the first parcel takes nothing at this moment. Connect it, or wait for its time window.',
  second_units_changed: () =>
    'How many units one sale of a line takes has changed since a part of it left. Link it as it was, or do not send the second parcel.',
  second_too_late: () => 'The second parcel can no longer be called back.',
  rest_not_linked: () => 'A SKU of the rest is no longer linked. Link it first.',
  rest_without_method: () => 'It has no shipping method. Choose one on its page.',
  rest_building_gone: ({ building }: { building: string }) =>
    `It is to leave from “${building}”, which is no building of the warehouse that is connected now. Choose another on its page.`,
  rest_method_gone: ({ method }: { method: string }) =>
    `It is to go by “${method}”, which is no shipping method of the warehouse that is connected now. Choose another on its page.`,
  rest_out_of_stock: ({ missing }: { missing: Missing[] }) =>
    `The rest is out of stock: ${missing
      .map(({ sku, needed, left }) => `${needed.toLocaleString('en-US')} of ${sku} needed, ${left.toLocaleString('en-US')} left.`)
      .join(' ')}`,
};

const ofProducts = {
  named_by_warehouse: () => 'The warehouse names it: its next feed would bring it back.',
  ordered: () => 'Orders contain it.',
  purchased: () => 'Purchase orders contain it.',
  linked_to: () => 'A channel’s SKU is linked to it. Unlink it first.',
  told: ({ quantity }: Quantity) => `Told ${quantity}.`,
  would_be_told: ({ quantity }: Quantity) => `Would be told ${quantity}. Nothing was sent.`,
  not_told: () => 'No longer linked, an alias by now, or not counted yet.',
  same_quantity: ({ quantity }: Quantity) => `Nothing new: ${quantity}, as before.`,
  gone: () => 'It no longer exists.',
  uploaded_to: ({ profiles }: { profiles: string[] }) => `Uploaded to ${profiles.join(', ')}.`,
  upload_waits: ({ profiles }: { profiles: string[] }) => `Sent. Waiting for ${profiles.join(', ')} to take it in.`,
  upload_unknown: () => 'It is not known whether it was uploaded. Upload it again: nothing is listed twice.',
  upload_refused: ({ profiles }: { profiles: { name: string; reason: Reason }[] }) =>
    profiles.map(({ name, reason }) => `${name}: ${wordReason(reason)}`).join(' '),
};

/** What became of one record of a run, or why it stayed as it was. A row keeps a code of these and its values. */
const sentences = { ...ofAny, ...ofOrders, ...purchaseRefusals, ...ofProducts };

export type OutcomeSentence = SentenceOf<typeof sentences>;
/** Words what a row of a run keeps. */
export const wordOutcome = wordedBy(sentences);
