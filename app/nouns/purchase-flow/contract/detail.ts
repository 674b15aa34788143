import { z } from 'zod';
import { endpoint, instant, refusal } from '../../../../platform/endpoint.ts';
import { issueTypes } from '../../../shared/issues/issue.ts';
import { purchaseOrderRow } from './purchase-orders.ts';

const nullable = z.string().nullable();

const item = z.object({
  id: z.number(),
  position: z.number(),
  sku: z.string(),
  /** The warehouse's SKU for it. */
  amware_reference_sku: nullable,
  product_id: z.number().nullable(),
  raw_material_id: z.number().nullable(),
  lot_number: nullable,
  /** When the warehouse accepted it. */
  in_amware_date_formatted: nullable,
  estimated_delivery_date_formatted: nullable,
  expected_on: nullable,
  name: z.string(),
  /** As its source counts it, like the two below; what follows is in units of the warehouse. */
  quantity: z.number(),
  source_quantity: z.number().nullable(),
  received_before: z.number(),
  /** How many units one of its quantity is. */
  units_per_sale: z.number(),
  announced: z.number(),
  received: z.number(),
  processed: z.number(),
  open: z.number(),
  over: z.number(),
  over_accepted: z.number(),
});
export type PurchaseOrderItem = z.output<typeof item>;

const receipt = z.object({
  id: z.number(),
  asn_id: nullable,
  type: z.string(),
  receipt_date_formatted: z.string(),
  received_at: instant,
  sku: z.string(),
  quantity: z.number(),
  lot_number: nullable,
  /** The day that the lot expires, and the numbers of these very units, where the warehouse said them. */
  expires_on: nullable,
  serials: z.array(z.string()),
  carrier: nullable,
  freight_number: nullable,
  processed: z.boolean(),
  /** It is being booked at this moment. */
  under_way: z.boolean(),
  waits_for: nullable,
  /** The lines that it counts to. */
  lines: z.array(z.object({ line_id: z.number(), quantity: z.number() })),
});
export type Receipt = z.output<typeof receipt>;

const fulfilment = z.object({
  id: z.number(),
  sku: z.string(),
  lot: nullable,
  qty_shipped: z.number(),
  ship_date: instant,
  ship_date_formatted: z.string(),
  carrier: z.string(),
  tracking_number: z.string(),
  processed: z.boolean(),
});

export const purchaseOrderDetail = z.object({
  ...purchaseOrderRow.pick({
    ...{ id: true, po_number: true, source_number: true, status: true, status_label: true, error: true, connection_id: true },
    ...{ vendor_name: true, mapped_warehouse: true, warehouse_name: true, warehouse_reference_number: true, ordered_at: true },
    ...{ expected_at: true, announced_at: true, updated_at: true, overdue: true, locked: true, open_issues: true },
  }).shape,
  error_message: nullable,
  source_status: z.string(),
  updated_at_formatted: z.string(),
  updatedBy: nullable,
  expected_date_formatted: nullable,
  expected_on: nullable,
  connector_source: z.object({ name: z.string(), human_readable: z.string(), image_url: nullable }),
  vendor_number: nullable,
  source_location: nullable,
  connector_locations: z.array(z.object({ code: z.string(), name: z.string() })),
  /** What its announcement, or a change of it, waits for that a person may have to do. */
  announcement_waits: nullable,
  asn_state: nullable,
  cancel_requested_at: instant.nullable(),
  withdraw_outcome: nullable,
  close_reason: nullable,
  /** The warehouse was asked to expect nothing more, and has not replied. */
  close_asked: z.boolean(),
  on_hold: z.boolean(),
  carrier: nullable,
  freight_number: nullable,
  note: nullable,
  locked_by: nullable,
  locked_at: instant.nullable(),
  is_archived: z.boolean(),
  revision: z.number(),
  running: z.number().nullable(),
  issues: z.array(
    z.object({ id: z.number(), type: z.enum(issueTypes), sentence: z.string(), subject: z.string(), line_id: z.number().nullable() }),
  ),
  purchase_order_items: z.array(item),
  receipts: z.array(receipt),
  fulfillments: z.array(fulfilment),
  events: z.array(z.object({ id: z.number(), at: instant, kind: z.string(), sentence: z.string(), by: nullable })),
});
export type PurchaseOrderDetail = z.output<typeof purchaseOrderDetail>;

export const getPurchaseOrderCall = endpoint('GET /api/purchase-orders/:id', {
  may: 'work',
  summary: 'A purchase order with its lines, receipts, fulfilments, issues and history',
  replies: { 200: purchaseOrderDetail, 404: refusal },
});
