import { z } from 'zod';
import { endpoint, id, instant, messageReply, refusal, text, wantedLock } from '../../../../platform/endpoint.ts';
import { paginated } from '../../../../platform/list/query.ts';
import { issueTypes } from '../../../shared/issues/issue.ts';
import { searchCall } from '../../../shared/noun/search.ts';
import { tag } from '../../../shared/tags/contract.ts';
import { createBody, editBody } from '../bodies.ts';
import { purchaseStatuses } from '../purchase-order.ts';
import { purchaseBulkActions } from './bulk-action.ts';
import { purchaseOrderFilter } from './filter.ts';

const nullable = z.string().nullable();
const one = z.object({ id });

export const purchaseOrderRow = z.object({
  id: z.number(),
  po_number: z.string(),
  source_number: z.string(),
  status: z.enum(purchaseStatuses),
  status_label: z.object({ label: z.string(), humanReadable: z.string() }),
  error: z.boolean(),
  connection_id: z.number().nullable(),
  /** Its connection's slug and name; `manual` where it was made here. */
  source: z.string(),
  source_name: z.string(),
  vendor_name: z.string(),
  mapped_warehouse: nullable,
  warehouse_name: nullable,
  warehouse_reference_number: nullable,
  ordered_at: instant,
  expected_at: instant.nullable(),
  announced_at: instant.nullable(),
  updated_at: instant,
  overdue: z.boolean(),
  units_ordered: z.number(),
  units_received: z.number(),
  locked: z.boolean(),
  archived: z.boolean(),
  open_issues: z.number(),
  issue: z.object({ id: z.number(), type: z.enum(issueTypes), sentence: z.string(), subject: z.string() }).nullable(),
  tags: z.array(tag),
});
export type PurchaseOrderRow = z.output<typeof purchaseOrderRow>;

export const listPurchaseOrdersCall = endpoint('GET /api/purchase-orders', {
  may: 'work',
  summary: 'One page of purchase orders, filtered and sorted',
  query: purchaseOrderFilter,
  example: { query: { status: 'pending', orderBy: 'expected_at' } },
  replies: { 200: paginated(purchaseOrderRow) },
});

/** A purchase order as searches show it. */
export const foundPurchaseOrder = purchaseOrderRow.pick({
  ...{ id: true, po_number: true, source_number: true, status: true, status_label: true, source: true, source_name: true },
  ...{ vendor_name: true, warehouse_reference_number: true, ordered_at: true, expected_at: true },
});
export type FoundPurchaseOrder = z.output<typeof foundPurchaseOrder>;

export const searchPurchaseOrdersCall = searchCall(
  '/api/purchase-orders/search',
  foundPurchaseOrder,
  'Purchase orders by number, vendor, SKU, lot or announcement',
);

export const findItemCall = endpoint('GET /api/purchase-orders/items', {
  may: 'work',
  summary: 'What a new line of a SKU would be of: a product or a raw material of the warehouse',
  query: z.object({ sku: text(200).min(1) }),
  replies: { 200: z.object({ sku: z.string(), name: z.string() }), 404: refusal },
});

const logEntry = z.object({
  id: z.number(),
  action: z.string(),
  result: z.string(),
  edited_by: nullable,
  at: instant,
  date_formatted: z.string(),
});
export type LogEntry = z.output<typeof logEntry>;

export const listPurchaseLogsCall = endpoint('GET /api/purchase-orders/:id/logs', {
  may: 'work',
  summary: 'What was done with a purchase order, newest first',
  replies: { 200: z.array(logEntry), 404: refusal },
});

export const listPurchasePayloadsCall = endpoint('GET /api/purchase-orders/:id/payloads', {
  may: 'work',
  summary: 'What its source sent for a purchase order, word for word, newest first',
  replies: { 200: z.object({ data: z.array(z.object({ id: z.number(), received_at: instant, raw: z.unknown() })) }), 404: refusal },
});

/** What every call that changes one replies: the specification's three fields. */
const changed = messageReply.extend({ alertType: z.string(), lastUpdatedAt: z.string() });
/** `runId`: of what can be undone, what Activity has of it. */
const replies = { 200: changed.extend({ runId: z.number().optional() }), 404: refusal, 409: refusal } as const;
const changing = { may: 'work', params: one, replies } as const;

export const savePurchaseOrderCall = endpoint('PUT /purchase-orders/:id', {
  ...changing,
  summary: 'Save what a person edited on a purchase order: it clears the error, and checks again',
  body: editBody,
  example: { body: { carrier: 'Maersk', freight_number: 'F-9001' } },
});

export const createPurchaseOrderCall = endpoint('POST /api/purchase-orders', {
  may: 'work',
  summary: 'Make a purchase order by hand: receiving it books here only',
  body: createBody,
  replies: { 201: changed.extend({ id: z.number() }) },
});

/** The actions that the specification names, each with its own path. */
const put = (path: `/purchase-orders/${string}/:id`, summary: string) => endpoint(`PUT ${path}`, { ...changing, summary });
export const clearPurchaseErrorsCall = put('/purchase-orders/clear-errors/:id', 'Clear the errors of a purchase order and check it again');
export const holdPurchaseOrderCall = put('/purchase-orders/hold/:id', 'Put a pending purchase order on hold');
export const unholdPurchaseOrderCall = put('/purchase-orders/unhold/:id', 'Take a purchase order off hold');
export const archivePurchaseOrderCall = put('/purchase-orders/archive/:id', 'Archive a purchase order that has ended');
export const unarchivePurchaseOrderCall = put('/purchase-orders/unarchive/:id', 'Take a purchase order out of the archive');
export const cancelPurchaseOrderCall = put('/purchase-orders/cancel/:id', 'Cancel a purchase order; what is announced, as a request');

/** Why a person ends something by hand. */
export const reasonBody = z.object({
  reason: text(1_000).trim().min(1, 'Say why.').max(500, 'At most 500 characters.').meta({ title: 'Why' }),
});
export const closePurchaseOrderCall = endpoint('PUT /purchase-orders/close/:id', {
  ...changing,
  summary: 'Close a purchase order short: nothing more of it is expected',
  body: reasonBody,
});

export const expectNoMoreCall = put(
  '/purchase-orders/expect-no-more/:id',
  'Have the warehouse stop expecting a purchase order that its source has ended',
);

export const deletePurchaseOrderCall = endpoint('DELETE /purchase-orders/:id', {
  ...changing,
  summary: 'Delete a pending purchase order: sync does not bring it back',
});

export const syncPurchaseOrderCall = endpoint('GET /purchase-orders/sync-from-source/:id', {
  ...{ ...changing, viaXhr: true },
  summary: 'Read a purchase order again from its source, as the specification’s clients do',
});
export const rereadPurchaseOrderCall = endpoint('POST /purchase-orders/sync-from-source/:id', {
  ...{ ...changing, summary: 'Read a purchase order again from its source' },
});

export const togglePurchaseLockCall = endpoint('PATCH /api/purchase-orders/:id/toggle-lock', {
  may: 'work',
  summary: 'Lock or unlock a purchase order: locked, it is neither announced nor overwritten by sync',
  body: wantedLock,
  example: { body: { locked: true } },
  replies: { 200: changed.extend({ locked: z.boolean() }), 404: refusal },
});

export const processReceiptsCall = endpoint('POST /api/connectors/:source/receive/:id', {
  may: 'work',
  summary: 'Process the receipts of a purchase order: they are booked to its source once. Joins the processing that runs',
  replies: { 200: changed.extend({ runId: z.number() }), 404: refusal, 409: refusal },
});

/** What the page showed of a receipt: the warehouse may have corrected it since. */
const goodsSeen = z.object({ sku: text(200), quantity: z.number().int() });
export type GoodsSeen = z.output<typeof goodsSeen>;

export const decideReceiptCall = endpoint('POST /api/purchase-orders/:id/receipts/:receiptId/:decision', {
  ...changing,
  summary: 'Accept a receipt that waits for a person, for a line or as it is; or mark it as processed',
  params: z.object({ id, receiptId: id, decision: z.enum(['accept', 'mark-processed']) }),
  body: z.object({ lineId: id.optional(), seen: goodsSeen.optional() }).nullish(),
  example: { body: { lineId: 1042, seen: { sku: '85123A', quantity: 4 } } },
});
export const acceptOverCall = endpoint('POST /api/purchase-orders/:id/lines/:lineId/accept-over', {
  ...changing,
  summary: 'Accept that more came of a line than was ordered',
  params: z.object({ id, lineId: id }),
  body: z.object({ over: z.number().int().optional().meta({ title: 'How many that is, as it was shown' }) }).nullish(),
  example: { body: { over: 2 } },
});
export const acceptLooseCall = endpoint('POST /api/purchase-orders/:id/lines/:lineId/accept-loose', {
  ...changing,
  summary: 'Accept that the source is not told of units of a line that are no whole pack',
  params: z.object({ id, lineId: id }),
  body: z.object({ units: z.number().int().meta({ title: 'How many those are, as it was shown' }) }),
  example: { body: { units: 3 } },
});
export const decideAnnouncementCall = endpoint('POST /api/purchase-orders/:id/announcement/:decision', {
  ...changing,
  summary: 'Decide about another announcement where that of a purchase order belongs: take it over, or announce under a new reference',
  params: z.object({ id, decision: z.enum(['take-over', 'new-reference']) }),
});
export const markFulfilmentCall = endpoint('POST /api/purchase-orders/:id/fulfilments/:fulfilmentId/mark-processed', {
  ...changing,
  summary: 'Mark what went out again as processed at the source',
  params: z.object({ id, fulfilmentId: id }),
});

export const preparePurchaseBulkCall = endpoint('POST /purchase-orders/bulk-action/prepare', {
  may: 'work',
  summary: 'Fix all purchase orders that match a filter now, for one bulk action within the hour',
  unaudited: 'nothing changes until it is started',
  body: z.object({ filter: purchaseOrderFilter }),
  example: { body: { filter: { status: 'pending' } } },
  replies: { 201: z.object({ runId: z.number(), total: z.number() }) },
});
export const purchaseBulkCall = endpoint('POST /purchase-orders/bulk-action', {
  may: 'work',
  summary: 'Start an action on many purchase orders: on these, or on those that were prepared; they are worked through as a run',
  body: z.object({ action: z.enum(purchaseBulkActions), ordersIds: z.array(id).min(1).max(10_000).optional(), runId: id.optional() }),
  example: { body: { action: 'archive', ordersIds: [1042] } },
  replies: { 202: changed.extend({ runId: z.number(), total: z.number() }), 404: refusal, 409: refusal },
});
