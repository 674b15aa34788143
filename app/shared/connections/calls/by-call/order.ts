import { z } from 'zod';
import type { ChannelLine, ChannelOrder } from '../../../../../connectors/contract.ts';
import { instant, text } from '../../../../../platform/endpoint.ts';

/** What names a record of a shop: one line of up to a hundred characters, which neither begins nor ends with a blank. */
export const externalId = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[^\p{C}\p{Z}]([^\p{C}]*[^\p{C}\p{Z}])?$/u, 'Must be one line without blanks around it');

const line1 = (most: number) => text(most).regex(/^[^\p{Cc}]*$/u, 'Must be one line');
const field = (most: number) => line1(most).nullish();
const money = z
  .string()
  .regex(/^-?\d{1,10}(\.\d{1,4})?$/, 'Must be an amount, as 12.50')
  .meta({ examples: ['12.50'] });
/** A day and year that PostgreSQL, and people, can do something with. */
const time = instant.refine(
  (at) => Number(new Date(at)) > Date.UTC(2000) && Number(new Date(at)) < Date.UTC(2100),
  'Must be of this century',
);

const line = z.strictObject({
  id: externalId.optional().meta({ description: 'What the shop calls the line; its place in the order, from 1, where it is left out' }),
  sku: line1(200).min(1),
  name: field(500),
  quantity: z.int().min(1).max(1_000_000),
  unit_price: money.default('0.00'),
  is_charge: z.boolean().default(false).meta({ description: 'Postage, a discount, a fee: nothing that is shipped' }),
});

const shipTo = z.strictObject({
  name: line1(200).min(1),
  company: field(200),
  line_1: line1(300),
  line_2: field(300),
  city: line1(200),
  state: field(100),
  postal_code: field(40),
  country: line1(2).regex(/^[A-Z]{2}$/, 'Must be a code of two letters, as US'),
});

/** What a shop says of an order, without what names it. */
const facts = {
  number: field(100).meta({ description: 'What people call it; its `external_id` where it is left out' }),
  state: z
    .enum(['ready', 'waiting'])
    .default('ready')
    .meta({ description: 'A waiting order, as one that is not paid, stays here until the shop changes it to ready' }),
  placed_at: time.nullish().meta({ description: 'Now, where it is left out' }),
  currency: z.string().regex(/^[A-Z]{3}$/, 'Must be a code of three letters, as USD'),
  po_number: field(100),
  customer_name: field(200).meta({ description: 'Who bought it, where that is not who gets it' }),
  customer_email: field(200),
  customer_phone: field(60),
  ship_to: shipTo,
  shipping_code: field(200).meta({ description: 'How it is to be sent, in the shop’s own words: mapped once in Crossdock' }),
  note: text(5_000).nullish(),
  gift_message: text(2_000).nullish(),
  ship_by: time.nullish(),
  shipping_cost: money.default('0.00'),
  tax: money.default('0.00'),
  total: money.nullish().meta({ description: 'The sum of its lines, shipping and tax, where it is left out' }),
  lines: z.array(line).min(1).max(500),
};

/** The column of an order's total holds less than this. */
const mostWorth = 999_999_999_999;

/** About what it comes to: NaN, where a part of it is wrong by itself. */
const sumOf = ({ total, lines, shipping_cost, tax }: z.output<z.ZodObject<typeof facts>>) =>
  total ? 0 : lines.reduce((sum, each) => sum + Number(each.unit_price) * each.quantity, Number(shipping_cost) + Number(tax));

/** An order as a shop sends it. */
export const shopOrder = z.strictObject({ external_id: externalId, ...facts }).superRefine((order, context) => {
  // Comes here with too many lines, too.
  const ids = new Set<string>();
  order.lines.forEach(({ id = '' }, at) => {
    const own = id || `${at + 1}`;
    if (ids.has(own)) context.addIssue({ code: 'custom', path: ['lines', at, 'id'], message: 'Another line has this id' });
    ids.add(own);
  });
  if (Math.abs(sumOf(order)) >= mostWorth)
    context.addIssue({ code: 'custom', path: ['lines'], message: 'Their sum, with shipping and tax, must be below a trillion' });
});
export type ShopOrder = z.output<typeof shopOrder>;

/** What is changed of one: what is left out stays, lines and addresses are sent whole. */
export const shopChange = z.strictObject(facts).partial();

/** That the shop asked to cancel it, and what became of that. */
export type Cancel = { id: string; reason: string | null; outcome: 'accepted' | 'too_late' | null };

type Sent = { order: ShopOrder; createdAt: Date; changedAt: Date; cancel: Cancel | null };

/** An order of a shop as a channel's. */
export function channelOrderOf({ order, createdAt, changedAt, cancel }: Sent): ChannelOrder {
  const { ship_to: to } = order;
  const asks = cancel !== null && cancel.outcome === null;
  const sourceStatus = cancel?.outcome === 'accepted' ? 'cancelled' : asks ? 'cancel_requested' : order.state;
  return {
    ...{ remoteId: order.external_id, number: order.number || order.external_id, sourceStatus },
    state: cancel?.outcome === 'accepted' ? 'cancelled' : asks ? 'held' : order.state,
    ...{ splitFrom: null, mergedIds: [], currency: order.currency, poNumber: order.po_number || null, store: null },
    ...{ orderedAt: new Date(order.placed_at ?? createdAt), modifiedAt: changedAt },
    customer: {
      ...{ id: null, name: order.customer_name || to.name },
      ...{ email: order.customer_email || null, phone: order.customer_phone || null },
    },
    shipTo: {
      ...{ name: to.name, company: to.company || null, line1: to.line_1, line2: to.line_2 || null, city: to.city },
      ...{ state: to.state || null, postalCode: to.postal_code ?? '', country: to.country },
    },
    shipping: { code: order.shipping_code || null, description: null },
    note: order.note || null,
    details: {
      ...(order.gift_message && { isGift: true as const, giftMessage: order.gift_message }),
      ...(order.ship_by && { shipBy: new Date(order.ship_by).toISOString() }),
    },
    totals: { shipping: order.shipping_cost, tax: order.tax, total: order.total ?? totalOf(order) },
    weightGrams: null,
    lines: order.lines.map(channelLine),
    ...(asks && { cancelRequest: { id: cancel.id, reason: cancel.reason } }),
    raw: order,
  };
}

const channelLine = ({ id, sku, name, quantity, unit_price, is_charge }: ShopOrder['lines'][number], at: number): ChannelLine => ({
  ...{ remoteLineId: id ?? `${at + 1}`, sku, name: name || sku, quantity, unitPrice: unit_price, isCharge: is_charge },
  ...{ imageUrl: null, upc: null, location: null },
});

/** In ten-thousandths, so that no sum is rounded on the way. */
const exact = (amount: string): bigint => {
  const [, sign, whole = '0', part = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount) ?? [];
  return BigInt(`${sign}${whole}${part.padEnd(4, '0')}`);
};

function totalOf({ lines, shipping_cost, tax }: ShopOrder): string {
  const goods = lines.reduce((sum, { unit_price, quantity }) => sum + exact(unit_price) * BigInt(quantity), 0n);
  const total = goods + exact(shipping_cost) + exact(tax);
  const digits = `${total < 0n ? -total : total}`.padStart(5, '0');
  return `${total < 0n ? '-' : ''}${digits.slice(0, -4)}.${digits.slice(-4)}`.replace(/0{1,2}$/, '');
}
