import { z } from 'zod';
import { endpoint, id, instant, messageReply, refusal, text, wantedLock } from '../../../../platform/endpoint.ts';
import { paginated } from '../../../../platform/list/query.ts';
import { methodGroups } from '../../../base/shipping-methods/contract.ts';
import { issueTypes } from '../../../shared/issues/issue.ts';
import { tag } from '../../../shared/tags/contract.ts';
import { orderStatuses } from '../order.ts';
import { acceptAddress, bulkActions, formerDecisions, mostAtOnce } from './bulk-action.ts';
import { editRefusal, lineItems, requestId, saved } from './editing.ts';
import { forwards, orderFilter } from './filter.ts';

const nullable = z.string().nullable();
/** Of a hold: why, and the day on which it ends by itself. */
const holdTerms = { reason: text(200).optional(), until: z.iso.date().optional() };
const one = z.object({ id });

export const listedIssue = z.object({
  id: z.number(),
  type: z.enum(issueTypes),
  sentence: z.string(),
  subject: z.string(),
  /** Of an address that lacks something: the revision of the order of which the sentence says how it is certainly written. */
  suggested: z.number().optional(),
  /** What a decision about it names as what the person saw; null where it names nothing, or is taken about the order as it is read. */
  seen: nullable,
});
/** So many further issues of an order does its row name. */
export const alsoListed = 12;
export const orderRow = z.object({
  id: z.number(),
  order_number: z.string(),
  source_order_number: z.string(),
  order_status: z.enum(orderStatuses),
  connection_id: z.number(),
  order_source: z.string(),
  source_name: z.string(),
  customer_name: z.string(),
  country: z.string(),
  total_cost: z.string(),
  currency: z.string(),
  order_date: instant,
  units_ordered: z.number(),
  on_hold: z.boolean(),
  hold_reason: nullable,
  hold_until: instant.nullable(),
  locked: z.boolean(),
  /** A person split it into two parcels. */
  is_split: z.boolean(),
  archived: z.boolean(),
  open_issues: z.number(),
  issue: listedIssue.nullable(),
  /** The issues after the first one, no more than `alsoListed`. */
  also: z.array(listedIssue.pick({ type: true, subject: true })),
  tags: z.array(tag),
  source_ref_num: nullable.optional(),
  company_name: nullable.optional(),
  city: z.string().optional(),
  state: nullable.optional(),
  shipping_method: nullable.optional(),
  source_shipping: nullable.optional(),
  warehouse_code: nullable.optional(),
  amware_ref_num: nullable.optional(),
  tracking: z.object({ number: z.string(), url: nullable, more: z.number() }).nullable().optional(),
  units_shipped: z.number().optional(),
  /** The first goods that it contains, and how many lines there are beside them. */
  items: z.object({ first: z.array(z.object({ sku: z.string(), name: z.string(), quantity: z.number() })), more: z.number() }).optional(),
  created_at: instant.optional(),
  updated_at: instant.optional(),
});
export type OrderRow = z.output<typeof orderRow>;

export const listOrdersCall = endpoint('GET /api/orders', {
  may: 'work',
  summary: 'One page of orders, filtered and sorted',
  // The extra columns of a row, as the list's address names them: `city.tracking`.
  query: forwards(orderFilter.extend({ columns: text(400).optional() })),
  example: { query: { status: 'pending', perPage: 25 } },
  replies: {
    200: paginated(orderRow).extend({
      cut_short: z.object({ looked_at: z.number(), back_to: instant.nullable() }).nullable(),
    }),
  },
});

export const listPayloadsCall = endpoint('GET /api/orders/:id/payloads', {
  may: 'work',
  summary: 'What the channel sent for this order, word for word, newest first',
  replies: { 200: z.object({ data: z.array(z.object({ id: z.number(), received_at: instant, raw: z.unknown() })) }), 404: refusal },
});

export const orderHistoryCall = endpoint('GET /api/orders/:id/history', {
  may: 'work',
  summary: 'Everything that happened to an order as a CSV file, a row a change',
  example: { reply: 'Time,What,Who\n2026-11-20 09:30,Arrived,\n' },
  replies: { 200: z.string(), 404: refusal },
  sends: ['text/csv'],
});

const field = text(500).nullable().optional();
export const saveOrderCall = endpoint('PUT /api/orders/save', {
  may: 'work',
  summary: 'Save what a person edited on an order that is not with the warehouse',
  body: z.object({
    order: z.object({
      id,
      revision: z.number().int().optional(),
      customer_name: field,
      customer_phone: field,
      customer_email: field,
      company_name: field,
      address: field,
      address_2: field,
      city: field,
      state: field,
      postal_code: field,
      country: text(2).nullable().optional(),
      note: text(5000).nullable().optional(),
      shipping_code: field,
      /** Of the buildings of the warehouse, the one that it leaves from; null for that which the mappings say. */
      warehouse_code: field,
      lineItems: lineItems.optional(),
    }),
    request_id: requestId,
    userId: id.optional(),
  }),
  example: { body: { order: { id: 1042, note: 'Ring twice' } } },
  replies: { 200: saved, 404: refusal, 409: editRefusal },
});

export const toggleLockCall = endpoint('PATCH /api/orders/:id/toggle-lock', {
  may: 'work',
  summary: 'Lock or unlock an order: locked, it is neither sent nor overwritten by sync',
  body: wantedLock,
  example: { body: { locked: true } },
  replies: { 200: z.object({ locked: z.boolean() }), 404: refusal },
});

export const prepareBulkCall = endpoint('POST /api/orders/bulk-action/prepare', {
  may: 'work',
  summary: 'Fix all orders that match a filter now, for one bulk action within the hour',
  unaudited: 'nothing changes until it is started',
  /** Unknown parameters are refused: ignoring a misspelt filter would act on every order. */
  body: z.object({ filter: forwards(orderFilter) }),
  example: { body: { filter: { status: 'pending', country: 'DE' } } },
  replies: { 201: z.object({ runId: z.number(), total: z.number() }) },
});

export const prepareFormerCall = endpoint('POST /api/orders/former-warehouse/prepare', {
  may: 'work',
  summary: 'Fix all orders now that a disconnected warehouse has, for one decision within the hour',
  unaudited: 'nothing changes until it is started',
  body: z.object({ connection_id: id }),
  replies: { 201: z.object({ runId: z.number(), total: z.number() }) },
});

/** What of many orders is changed together; what is left out stays. */
const changed = z.object({
  shipping_code: text(500).min(1).optional(),
  /** Null, or blank: that which the mappings say, where somebody chose another. */
  warehouse_code: text(500)
    .nullable()
    .transform((code) => code?.trim() || null)
    .optional(),
  country: text(2)
    .min(2)
    .transform((code) => code.toUpperCase())
    .optional(),
  state: text(500)
    .transform((state) => state.trim() || undefined)
    .optional(),
  note: text(5000)
    .transform((note) => note.trim() || undefined)
    .optional(),
});

export const previewChangeCall = endpoint('POST /api/orders/bulk-action/preview', {
  may: 'work',
  summary: 'What a change of many orders would do, before it is started, and the shipping methods and buildings to choose from',
  unaudited: 'nothing changes until it is started',
  body: z.object({ ordersIds: z.array(id).min(1).max(10_000).optional(), runId: id.optional(), set: changed }),
  example: { body: { ordersIds: [1042], set: { country: 'DE' } } },
  replies: {
    200: z.object({
      methods: methodGroups,
      buildings: z.array(z.object({ code: z.string(), name: z.string() })),
      /** Whether somebody chose the building of one of them, so that it can be given back. */
      buildingChosen: z.boolean(),
      /** Of so many orders it is said: those that are selected, the first 10,000 by their id. */
      total: z.number(),
      changes: z.number(),
      /** Those that stay as they are, by the reason. */
      left: z.array(z.object({ reason: z.string(), orders: z.number() })),
      /** The first that change: their fields now. */
      examples: z.array(
        z.object({
          id: z.number(),
          order_number: z.string(),
          shipping_code: nullable,
          warehouse_code: nullable,
          country: z.string(),
          state: nullable,
          note: nullable,
        }),
      ),
    }),
  },
});

export const bulkActionCall = endpoint('POST /api/orders/bulk-action', {
  may: 'work',
  summary: 'Start an action on many orders: on these, or on those that were prepared; they are worked through as a run',
  body: z.object({
    action: z.enum([...bulkActions, ...formerDecisions, acceptAddress]),
    ordersIds: z.array(id).min(1).max(10_000).optional(),
    runId: id.optional(),
    /** Of a change: what is to be otherwise. */
    set: changed.optional(),
    /** Of addresses that are accepted: the orders as a person saw them beside their suggestion. */
    seen: z
      .array(z.object({ id, revision: z.number().int() }))
      .min(1)
      .max(mostAtOnce)
      .optional(),
    ...holdTerms,
  }),
  example: { body: { action: 'hold', ordersIds: [1042], reason: 'The customer calls back' } },
  replies: { 202: messageReply.extend({ alertType: z.string(), runId: z.number(), total: z.number() }), 404: refusal, 409: refusal },
});

/** Actions on one order: the buttons of its page. */
export const orderActions = [
  'retry',
  'cancel',
  'hold',
  'unhold',
  'keep-as-sent',
  'keep-as-edited',
  'ship-too',
  'same-goods',
  'undo-decision',
  'keep-this-source',
  'keep-other-source',
  'send-beside',
  'send-anew',
  'end-here',
  'take-over',
  'new-reference',
  'accept-cancel',
  'refuse-cancel',
  'undo-cancel-decision',
  'mark-replied',
  'told-by-hand',
  'undo-told-by-hand',
  'send-second',
  'end-second',
  'use-new-address',
  'keep-former-address',
  'undo-edit',
] as const;
export type OrderAction = (typeof orderActions)[number];

/** From which building what has not left of an order goes, and by which method, where its warehouse has not those of the order. */
const restRoute = z.object({ warehouse_code: text(500).min(1).optional(), shipping_code: text(500).min(1).optional() });
export type RestRoute = z.output<typeof restRoute>;

export const actOnOrderCall = endpoint('POST /api/orders/:id/:action', {
  may: 'work',
  summary:
    'Retry, cancel, hold or release one order, keep it as sent or as edited, decide about goods it shares, a request to cancel it, a parcel that its channel refuses, its second parcel or its new address, or undo that decision or its last edit',
  params: one.extend({ action: z.enum(orderActions) }),
  /**
   * `edit`: the history entry that the person saw as the last edit. `seen`: `new_address.seen` of the order, or `seen` of its issue, about
   * which they decide, refused (409) where that or the goods are others by now; for `unhold` the id of the last entry of the history that
   * they saw: a hold that came later is not ended (409). `set`: for `send-anew` and `send-second`, where
   * the warehouse does not have what the order has.
   */
  body: z.object({ edit: id.optional(), seen: text(40).optional(), set: restRoute.optional(), ...holdTerms }).nullish(),
  example: { params: { action: 'hold' }, body: { reason: 'The customer calls back' } },
  /**
   * `runId`: the run by which a hold or the use of a new address is undone. `staysOnHold`: it was to be taken off hold, and stays as
   * long as an order that travels with it does.
   */
  replies: {
    200: messageReply.extend({ order_status: z.enum(orderStatuses), runId: id.optional(), staysOnHold: z.literal(true).optional() }),
    404: refusal,
    409: refusal,
  },
});
