import type { Kept } from '../kit/collection.ts';
import type { Hook } from '../kit/webhooks.ts';
import { type Line, type Product, type Shipment, type StoreAccount, type StoreOrder, statuses } from './store.ts';

/** As in mails, to the second. */
const mailTime = (at: number) => new Date(at).toUTCString().replace('GMT', '+0000');
export const isoTime = (at: number) => `${new Date(at).toISOString().slice(0, 19)}+00:00`;
/** v2 has four decimals. */
const money = (amount: number) => amount.toFixed(4);

const place = (street_1: string) => ({
  ...{ first_name: 'Alex', last_name: 'Doe', company: '', street_1, street_2: '', city: 'Austin', state: 'Texas', zip: '78701' },
  ...{ country: 'United States', country_iso2: 'US', phone: '', email: 'alex@example.com' },
});

/** `withGoods`: as it was asked for with its consignments; otherwise they are behind an address. */
export function renderOrder(order: Kept<StoreOrder>, { hash }: StoreAccount, withGoods: boolean) {
  const { id, status, lines, createdAt, changedAt, message, address, line1, isArchived } = order;
  const total = lines.reduce((sum, { quantity, price }) => sum + quantity * Number(price), 0);
  const goods = {
    ...place(line1),
    id: address,
    form_fields: [],
    shipping_method: 'Flat rate',
    line_items: lines.map((line) => renderLine(order, line)),
  };
  const url = `https://api.bigcommerce.com/stores/${hash}/v2/orders/${id}`;
  return {
    ...{ id, customer_id: 0, date_created: mailTime(createdAt), date_modified: mailTime(changedAt), date_shipped: '', channel_id: 1 },
    ...{ status_id: status, status: statuses[status] ?? '', payment_status: status === 7 ? '' : 'captured', is_deleted: isArchived },
    ...{ subtotal_ex_tax: money(total), subtotal_inc_tax: money(total), shipping_cost_ex_tax: money(0), shipping_cost_inc_tax: money(0) },
    ...{ total_ex_tax: money(total), total_inc_tax: money(total), total_tax: money(0), currency_code: 'USD', default_currency_code: 'USD' },
    ...{ items_total: sum(lines, 'quantity'), items_shipped: sum(lines, 'sent'), order_is_digital: false, shipping_address_count: 1 },
    ...{ payment_method: 'Credit Card', customer_message: message, staff_notes: '', order_source: 'www', external_order_id: '' },
    billing_address: { ...place(line1), form_fields: [] },
    products: { url: `${url}/products`, resource: `/orders/${id}/products` },
    consignments: withGoods
      ? { pickups: [], shipping: [goods], downloads: [], email: { gift_certificates: [] } }
      : { url: `${url}/consignments`, resource: `/orders/${id}/consignments` },
  };
}

const sum = (lines: Line[], field: 'quantity' | 'sent') => lines.reduce((count, line) => count + line[field], 0);

const renderLine = ({ id: order_id, address }: Kept<StoreOrder>, { id, sku, quantity, price, product, refunded, sent }: Line) => ({
  ...{ id, order_id, product_id: product, variant_id: product * 10, order_address_id: address, name: sku, sku, upc: '', type: 'physical' },
  ...{ quantity, quantity_refunded: refunded, quantity_shipped: sent, is_refunded: refunded >= quantity, price_ex_tax: price },
  ...{ price_inc_tax: price, weight: '0.4000', applied_discounts: [], product_options: [], configurable_fields: [] },
});

export const renderShipment = (shipment: Kept<Shipment>) => ({
  ...{ id: shipment.id, order_id: shipment.order, customer_id: 0, order_address_id: shipment.address, comments: shipment.comments },
  ...{ date_created: mailTime(shipment.createdAt), tracking_number: shipment.tracking, shipping_provider: shipment.provider },
  ...{ tracking_carrier: '', tracking_link: shipment.link, shipping_method: 'Flat rate', merchant_shipping_cost: money(0) },
  ...{ billing_address: place(''), shipping_address: place('') },
  items: shipment.items.map(({ id, quantity }) => ({ order_product_id: id, product_id: 0, quantity })),
});

export const renderProduct = ({ id, sku, name, stock, createdAt, changedAt }: Kept<Product>) => ({
  ...{ id, name, sku, type: 'physical', upc: '', inventory_level: stock, inventory_tracking: 'variant', is_visible: true },
  ...{
    date_created: isoTime(createdAt),
    date_modified: isoTime(changedAt),
    custom_url: { url: `/${sku.toLowerCase()}/`, is_customized: false },
  },
  variants: [{ id: id * 10, product_id: id, sku, sku_id: id, upc: '', image_url: '', inventory_level: stock, option_values: [] }],
});

export const renderHook = ({ id, topic, url, secret, isActive, createdAt, changedAt }: Kept<Hook>, { hash }: StoreAccount) => ({
  ...{
    id,
    client_id: 'client',
    store_hash: hash,
    scope: topic,
    destination: url,
    is_active: isActive,
    headers: JSON.parse(secret) as object,
  },
  ...{ created_at: Math.floor(createdAt / 1000), updated_at: Math.floor(changedAt / 1000) },
});
