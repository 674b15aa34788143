import type { KeptOrder, Refund } from './order.ts';
import { dates, plain } from './times.ts';

const money = (amount: number) => amount.toFixed(2);
const sumOf = <T>(list: T[], amount: (one: T) => number) => list.reduce((sum, one) => sum + amount(one), 0);

/** An order with every field that v3 has: totals as text, the price of a line as a number. */
export function renderOrder(order: KeptOrder) {
  const goods = sumOf(order.lines, ({ quantity, price }) => quantity * Number(price));
  const total = goods + sumOf(order.fees, (fee) => Number(fee.total)) + Number(order.shipping_total);
  const { phone, ...shipping } = order.shipping;
  return {
    ...{ id: order.id, parent_id: 0, number: order.number, order_key: `wc_order_${order.id}`, created_via: 'checkout', version: '10.3.0' },
    ...{ status: order.status, currency: order.currency, ...dates('date_created', order.createdAt), discount_total: '0.00' },
    ...{ ...dates('date_modified', order.changedAt), discount_tax: '0.00', shipping_total: order.shipping_total, shipping_tax: '0.00' },
    ...{ cart_tax: '0.00', total: money(total), total_tax: '0.00', prices_include_tax: false, customer_id: 0 },
    ...{ customer_ip_address: '', customer_user_agent: '', customer_note: order.customer_note },
    billing: { ...shipping, email: order.email, phone },
    shipping: { ...shipping, phone },
    ...{ payment_method: 'bacs', payment_method_title: 'Direct bank transfer', transaction_id: '' },
    ...{ ...dates('date_paid', order.paidAt), ...dates('date_completed', order.completedAt), cart_hash: '', meta_data: [] },
    line_items: order.lines.map((line) => renderLine(line, order.hasReducedStock)),
    tax_lines: [],
    shipping_lines: order.method
      ? [{ id: order.id + 900_000, ...order.method, total: order.shipping_total, total_tax: '0.00', taxes: [], meta_data: [] }]
      : [],
    fee_lines: order.fees.map((fee) => ({ ...fee, tax_class: '', tax_status: 'none', total_tax: '0.00', taxes: [], meta_data: [] })),
    coupon_lines: [],
    refunds: order.refunds.map(({ id, reason, amount }) => ({ id, reason, total: `-${amount}` })),
    payment_url: '',
    ...{ is_editable: false, needs_payment: order.paidAt === null, needs_processing: true },
  };
}

function renderLine({ options, price, ...line }: KeptOrder['lines'][0], hasReducedStock: boolean) {
  const total = money(line.quantity * Number(price));
  const shown = Object.entries(options).map(([key, value]) => [key, value, key] as const);
  const metas = [...shown, ...(hasReducedStock ? [['_reduced_stock', String(line.quantity), '_reduced_stock'] as const] : [])];
  return {
    ...{ id: line.id, name: line.name, product_id: line.parent || line.product, variation_id: line.parent ? line.product : 0 },
    ...{ quantity: line.quantity, tax_class: '', subtotal: total, subtotal_tax: '0.00', total, total_tax: '0.00', taxes: [] },
    meta_data: metas.map(([key, value, display_key], at) => ({
      ...{ id: line.id * 100 + at, key, value, display_key, display_value: value },
    })),
    ...{ sku: line.sku, price: Number(price), image: { id: '', src: '' }, parent_name: line.parent ? line.name : null },
  };
}

/** A refund names each line that it takes back in a meta value, with a negative quantity. */
export function renderRefund({ id, at, amount, reason, lines }: Refund, order: KeptOrder) {
  return {
    ...{ id, ...dates('date_created', at), amount, reason, refunded_by: 1, refunded_payment: false, meta_data: [] },
    line_items: lines.flatMap(({ item, quantity }, index) => {
      const line = order.lines.find((each) => each.id === item);
      if (!line) return [];
      const meta = { id: id * 100 + index, key: '_refunded_item_id', value: String(item) };
      return [
        {
          ...renderLine({ ...line, options: {}, quantity: -quantity }, false),
          ...{ id: id * 100 + index, meta_data: [{ ...meta, display_key: meta.key, display_value: meta.value }] },
        },
      ];
    }),
    ...{ shipping_lines: [], tax_lines: [], fee_lines: [] },
  };
}

export const renderNote = ({ id, at, note, customer_note }: KeptOrder['notes'][0]) => ({
  ...{ id, author: 'WooCommerce', ...dates('date_created', at), note, customer_note },
});

export const renderFulfillment = ({ id, at, status, is_fulfilled, meta }: KeptOrder['fulfillments'][0], order: KeptOrder) => ({
  ...{ id, entity_type: 'WC_Order', entity_id: String(order.id), status, is_fulfilled, date_updated: plain(at).replace('T', ' ') },
  date_deleted: null,
  meta_data: meta.map((one, at) => ({ id: id * 100 + at, ...one })),
});
