import type { OrderDetail } from '../../../nouns/order-flow/contract/detail.ts';
import { issueLabel } from '../../../shared/issues/issue.ts';
import { withAddress, withoutBuyer } from '../showing/buyers.ts';
import type { ListedOrder, WholeOrder } from './shapes.ts';

/** An order as its page knows it, by the names of `/v1`. */
export const wholeOf = (order: OrderDetail, tags: string[], assignee: WholeOrder['assignee']): WholeOrder => ({
  ...{ id: order.id, number: order.order_number, channel_number: order.source_order_number, status: order.order_status },
  ...{ connection: { id: order.connection_id, name: order.source_name }, customer_name: order.customer_name, country: order.country },
  ...{ total: order.total_cost, currency: order.currency, placed_at: order.order_date, units: order.units_ordered },
  ...{ units_shipped: order.units_shipped, on_hold: order.on_hold, locked: order.locked, archived: order.archived },
  ...{ open_issues: order.open_issues, tags, created_at: order.created_at, updated_at: order.updated_at },
  ...{ revision: order.revision, assignee, customer_email: order.customer_email, customer_phone: order.customer_phone },
  ship_to: addressOf(order),
  ...{ note: order.note, shipping_code: order.shipping_code, warehouse_code: order.warehouse_code },
  ...{ shipping_cost: order.shipping_cost, tax: order.tax_cost, hold_reason: order.hold_reason, hold_until: order.hold_until },
  ...{ waits_for: order.waits_for, accepted_at: order.accepted_at },
  lines: order.lines.map(({ id, sku, name, quantity, unit_price, is_charge, product_id, units_per_sale, quantity_shipped }) => ({
    ...{ id, sku, name, quantity, unit_price, is_charge, product_id, units_per_sale, quantity_shipped },
  })),
  shipments: order.shipments.map(({ trackingNumber, trackingUrl, part: _, ...shipment }) => ({
    ...{ ...shipment, tracking_number: trackingNumber, tracking_url: trackingUrl },
  })),
  issues: order.issues.map(({ id, type, subject, sentence, remedy, blocking, line_id, opened_at }) => ({
    ...{ id, type, subject, sentence, remedy, blocking, line_id, opened_at },
  })),
});

const addressOf = (order: OrderDetail): WholeOrder['ship_to'] => ({
  ...{ name: order.customer_name, company: order.company_name, line_1: order.address, line_2: order.address_2 },
  ...{ city: order.city, state: order.state, postal_code: order.postal_code, country: order.country },
});

/** What this version always has as a text is an empty one to a key that may not see buyers. */
export const withoutName = (order: ListedOrder): ListedOrder => ({ ...order, customer_name: '' });

/** An order for a key that may not see who bought. The country stays: postage and stock are planned by it. */
export function hideBuyer(order: WholeOrder, detail: OrderDetail): WholeOrder {
  const say = (sentence: string) => withoutBuyer(sentence, detail);
  const sayOrNull = (sentence: string | null) => (sentence === null ? null : say(sentence));
  return {
    ...order,
    ...{ customer_name: '', customer_email: null, customer_phone: null, note: null },
    ship_to: { name: '', company: null, line_1: '', line_2: null, city: '', state: null, postal_code: '', country: order.country },
    ...{ hold_reason: sayOrNull(order.hold_reason), waits_for: sayOrNull(order.waits_for) },
    issues: order.issues.map((issue) => ({
      ...issue,
      subject: say(issue.subject),
      sentence: withAddress.has(issue.type) ? `${issueLabel(issue.type)}.` : say(issue.sentence),
    })),
  };
}
