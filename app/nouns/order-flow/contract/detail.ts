import { z } from 'zod';
import { dateStyles } from '../../../../platform/date-style.ts';
import { endpoint, instant, refusal } from '../../../../platform/endpoint.ts';
import { type AddressField, addressFields } from '../../../base/addresses/address.ts';
import { remedies } from '../../../shared/issues/issue-type.ts';
import { orderLine } from '../lines/line.ts';
import { relatedOrder } from '../shared-goods/contract.ts';
import { listedIssue, orderRow } from './orders.ts';
import { splitParcels } from './splitting.ts';

const nullable = z.string().nullable();

const issue = listedIssue.extend({
  field: nullable,
  line_id: z.number().nullable(),
  blocking: z.boolean(),
  opened_at: instant,
  remedy: z.enum(remedies),
  /** How many more orders wait for the same cause. */
  others: z.number(),
});
export type OrderIssue = z.output<typeof issue>;

const shipment = z.object({
  id: z.number(),
  /** Of an order that was split, of which of its parcels it is. */
  part: z.number(),
  carrier: z.string(),
  method: z.string(),
  trackingNumber: z.string(),
  trackingUrl: nullable,
  weight_grams: z.number().nullable(),
  /** Where it went, where that is another address than the order has now. */
  sent_to: nullable,
  shipped_at: instant,
  confirmed_at: instant.nullable(),
  /** One for each lot of a line. `expires_on`: the day that the lot expires. `serials`: the numbers of these very units. */
  lines: z.array(z.object({ sku: z.string(), quantity: z.number(), lot: nullable, expires_on: nullable, serials: z.array(z.string()) })),
});

/** What the channel says beside what we act on, as the connector's `OrderDetails` has it. */
const sourceDetails = z.object({
  internalNote: z.string().optional(),
  isGift: z.literal(true).optional(),
  giftMessage: z.string().optional(),
  shipBy: z.string().optional(),
  amountPaid: z.string().optional(),
  warehouse: z.string().optional(),
  tags: z.array(z.string()).optional(),
});

/** A line in a history entry. */
const eventLine = z.object({ sku: z.string(), name: z.string(), quantity: z.number() });
export type EventLine = z.output<typeof eventLine>;
const eventValue = z.union([z.string(), z.number(), z.boolean(), z.null(), eventLine]);

const event = z.object({
  id: z.number(),
  at: instant,
  kind: z.string(),
  sentence: z.string(),
  who: nullable,
  /** By column. A line is `line:` and its id, null where it did not or no longer exists. */
  changes: z.record(z.string(), z.object({ from: eventValue, to: eventValue })).nullable(),
  /** An edit that was undone. */
  undone: z.boolean(),
  /** What the channel had sold of the lines that an edit removed; null where it removed none. */
  removed_worth: nullable,
});

/** What the channel asks, or asked last, to cancel; left out what it took back before anything was decided. */
const cancelRequest = z.object({
  reason: nullable,
  requested_at: instant,
  outcome: z.enum(['accepted', 'too_late']).nullable(),
  decided_at: instant.nullable(),
  reply: z.enum(['told', 'over', 'by_hand']).nullable(),
  replied_at: instant.nullable(),
  /** Whether a person decided, and the channel has not heard of it. */
  undoable: z.boolean(),
});
export type CancelRequest = z.output<typeof cancelRequest>;

const addressValues = z.object(
  Object.fromEntries(addressFields.map((field) => [field, nullable])) as Record<AddressField, typeof nullable>,
);

/** What its channel has as its address by now, while a person decides whether what has not left goes there. */
const newAddress = addressValues.extend({
  /** By which a person says that this is the address that they saw. */
  seen: z.string(),
  /** Whether what has not left is here, or the warehouse is asked; null where something is in the way. */
  rest: z.enum(['here', 'there']).nullable(),
  /** What is in the way, in a sentence. */
  obstacle: nullable,
});

const orderDetail = z.object({
  ...orderRow.pick({
    ...{ id: true, order_number: true, source_order_number: true, connection_id: true, order_source: true, source_name: true },
    ...{ order_status: true, order_date: true, customer_name: true, country: true, currency: true, total_cost: true },
    ...{ locked: true, on_hold: true, hold_reason: true, hold_until: true, archived: true, units_ordered: true },
    ...{ open_issues: true, is_split: true },
  }).shape,
  source_status: z.string(),
  /** What that word is by the display rule, as its connector says: `awaiting_shipment`, `shipped` or another. */
  source_display: z.string(),
  source_state: z.enum(['ready', 'waiting', 'held', 'external', 'shipped', 'cancelled', 'unknown']),
  source_ref_num: nullable,
  amware_ref_num: nullable,
  store_name: nullable,
  /** The warehouse that it is with, or was to go to, where that is disconnected. */
  warehouse_gone: nullable,
  /** The warehouse that it is with, where that cannot hold what it has. */
  warehouse_without_hold: nullable,
  /** The order in the channel's own back office, where the connector knows its address. */
  connector_link: nullable,
  created_at: instant,
  updated_at: instant,
  updatedBy: nullable,
  customer_id: nullable,
  customer_phone: nullable,
  customer_email: nullable,
  company_name: nullable,
  address: z.string(),
  address_2: nullable,
  city: z.string(),
  state: nullable,
  postal_code: z.string(),
  new_address: newAddress.nullable(),
  /** What its channel has as its address, while a person decides about what that changed beside an edit. */
  address_there: addressValues.nullable(),
  note: nullable,
  source_details: sourceDetails.nullable(),
  source_shipping: nullable,
  source_shipping_description: nullable,
  shipping_code: nullable,
  /** The warehouse's name of the shipping code. */
  shipMethod: nullable,
  warehouse_code: nullable,
  shipping_cost: z.string(),
  tax_cost: z.string(),
  weight_grams: z.number().nullable(),
  in_amware: z.number(),
  /** A link or mapping has just mended it: it is released then, unless that is undone. */
  release_after: instant.nullable(),
  hold_outcome: nullable,
  cancel_requested_at: instant.nullable(),
  cancel_outcome: nullable,
  units_shipped: z.number(),
  blocking_issues: z.number(),
  revision: z.number(),
  /** Columns (and `lines`) that people edited, so sync does not overwrite them. */
  edited_fields: z.array(z.string()),
  /** Where its two parcels are; null where it was not split. */
  split_parcels: splitParcels.nullable(),
  /** The channel's own fields. */
  fields: z.record(z.string(), z.string()),
  warehouse_order_id: z.number().nullable(),
  accepted_at: instant.nullable(),
  /** The account's. */
  timezone: z.string(),
  date_style: z.enum(dateStyles),
  /** When the buyer’s data were erased, or are to be, in one sentence; null where they are kept. */
  buyer_erasure: nullable,
  editable: z.boolean(),
  lines: z.array(orderLine),
  issues: z.array(issue),
  shipments: z.array(shipment),
  events: z.array(event),
  /** Orders that the channel split or merged it with. */
  related: z.array(relatedOrder),
  shared_goods: z.enum(['undecided', 'ship', 'same']).nullable(),
  gone_at: instant.nullable(),
  ended_by: z.enum(['gone', 'merged', 'same_goods', 'imported_twice', 'cancel_request']).nullable(),
  cancel_request: cancelRequest.nullable(),
  orders_combined_with: z.array(z.object({ id: z.number(), source_number: z.string() })),
  /** In one sentence; null when it has ended. */
  waits_for: nullable,
  /** The history entry of the last edit in force, while it can be undone. */
  undoable_edit: z.number().nullable(),
  /** The same of the last decision in force that its channel was told by hand. */
  undoable_told: z.number().nullable(),
});
export type OrderDetail = z.output<typeof orderDetail>;

/** What the call has beside what the page shows: times and weights as they are written, and what is read only on request. */
const orderReply = orderDetail.extend({
  /** In the account's time zone. */
  order_date_string: z.string(),
  updated_at_string: z.string(),
  packageWeightFormatted: nullable,
  trackingInfoArray: z.array(z.object({ trackingUrl: nullable, trackingNumber: z.string() })),
  /** Whether an open issue stops it. */
  error: z.boolean(),
  /** What the channel sent last, word for word; null where that is no longer kept. */
  order_json: z.unknown(),
  /** The warehouse's shipping methods by carrier. */
  shipMethods: z.record(z.string(), z.array(z.object({ code: z.string(), name: z.string() }))),
});
export type OrderReply = z.output<typeof orderReply>;

export const getOrderCall = endpoint('GET /api/orders/:id', {
  may: 'work',
  summary: 'An order with its lines, issues, shipments and everything that happened to it',
  replies: { 200: orderReply, 404: refusal },
});
