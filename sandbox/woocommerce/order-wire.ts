import { every } from '../kit/bodies.ts';
import { sumOf, unitsOf } from '../kit/shelves.ts';
import { itemsIn, type KeptOrder, type Line } from './order.ts';
import { dates, plain } from './times.ts';

const money = (amount: number) => amount.toFixed(2);
export const worthOf = (lines: Line[]) => sumOf(lines, ({ quantity, price }) => quantity * Number(price));
const untaxed = { total_tax: '0.00', taxes: [], meta_data: [] };

/** An order with every field that v3 has: totals as text, the price of a line as a number. */
export function renderOrder(order: KeptOrder) {
  const { id, number, status, currency, customer_note, shipping_total, shipping, email, method, lines, fees, refunds, paidAt } = order;
  const total = money(worthOf(lines) + sumOf(fees, (fee) => Number(fee.total)) + Number(shipping_total));
  const { phone, ...place } = shipping;
  return {
    ...{ id, parent_id: 0, number, order_key: `wc_order_${id}`, created_via: 'checkout', version: '10.3.0', status, currency },
    ...{ ...dates('date_created', order.createdAt), ...dates('date_modified', order.changedAt), shipping_total, total, customer_note },
    ...every('0.00', 'discount_total discount_tax shipping_tax cart_tax total_tax'),
    ...every('', 'customer_ip_address customer_user_agent transaction_id cart_hash payment_url'),
    ...{ prices_include_tax: false, customer_id: 0, payment_method: 'bacs', payment_method_title: 'Direct bank transfer' },
    ...{ billing: { ...place, email, phone }, shipping, ...dates('date_paid', paidAt), ...dates('date_completed', order.completedAt) },
    line_items: lines.map((line) => renderLine(line, order.hasReducedStock)),
    shipping_lines: method ? [{ id: id + 900_000, ...method, ...untaxed, total: shipping_total }] : [],
    fee_lines: fees.map((fee) => ({ ...fee, tax_class: '', tax_status: 'none', ...untaxed })),
    refunds: refunds.map(({ id, reason, amount }) => ({ id, reason, total: `-${amount}` })),
    ...{ meta_data: fulfilmentMeta(order), tax_lines: [], coupon_lines: [] },
    ...{ is_editable: false, needs_payment: paidAt === null, needs_processing: true },
  };
}

/** As `calculate_order_fulfillment_status` of FulfillmentUtils.php has it; the order's own status stays what it was. */
function fulfilmentMeta({ id, lines, refunds, fulfillments }: KeptOrder) {
  const left = fulfillments.filter(({ is_fulfilled }) => is_fulfilled).length;
  const taken = [...refunds.flatMap((refund) => refund.lines), ...fulfillments.flatMap(({ meta }) => itemsIn(meta))];
  const isPending = left < fulfillments.length || unitsOf(taken) < unitsOf(lines);
  const value = left === 0 ? 'unfulfilled' : isPending ? 'partially_fulfilled' : 'fulfilled';
  return fulfillments.length === 0 ? [] : [{ id: id * 1000, key: '_fulfillment_status', value }];
}

const renderMeta = (id: number, key: string, value: string) => ({ id, key, value, display_key: key, display_value: value });

function renderLine({ id, name, sku, product, parent, quantity, price, options }: Line, hasReducedStock: boolean) {
  const total = money(quantity * Number(price));
  const metas = Object.entries({ ...options, ...(hasReducedStock && { _reduced_stock: String(quantity) }) });
  return {
    ...{ id, name, product_id: parent || product, variation_id: parent ? product : 0, quantity, tax_class: '', sku, price: Number(price) },
    ...{ ...untaxed, subtotal: total, subtotal_tax: '0.00', total, image: { id: '', src: '' }, parent_name: parent ? name : null },
    meta_data: metas.map(([key, value], at) => renderMeta(id * 100 + at, key, value)),
  };
}

/** A refund names each line that it takes back in a meta value, with a negative quantity. */
export function renderRefund({ id, at, amount, reason, lines }: KeptOrder['refunds'][0], order: KeptOrder) {
  const line_items = lines.flatMap(({ item, quantity }, index) => {
    const line = order.lines.find((each) => each.id === item);
    const meta_data = [renderMeta(id * 100 + index, '_refunded_item_id', String(item))];
    return line ? [{ ...renderLine({ ...line, quantity: -quantity }, false), id: id * 100 + index, meta_data }] : [];
  });
  return {
    ...{ id, ...dates('date_created', at), amount, reason, refunded_by: 1, refunded_payment: false, line_items },
    ...{ meta_data: [], shipping_lines: [], tax_lines: [], fee_lines: [] },
  };
}

export const renderNote = ({ at, ...note }: KeptOrder['notes'][0]) => ({ ...note, author: 'WooCommerce', ...dates('date_created', at) });

export const renderFulfillment = ({ at, meta, ...made }: KeptOrder['fulfillments'][0], { id }: KeptOrder) => ({
  ...{ ...made, entity_type: 'WC_Order', entity_id: String(id), date_updated: plain(at).replace('T', ' '), date_deleted: null },
  meta_data: meta.map((one, at) => ({ id: made.id * 100 + at, ...one })),
});
