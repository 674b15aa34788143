import { type KeptOrder, renderAsn } from '../amware/wire.ts';
import type { AdvisorOrder } from '../channel-advisor/order.ts';
import { unitsBySku } from '../kit/acts.ts';
import { booksCounts, booksRow } from '../netsuite/state.ts';
import type { SellerOrder } from '../ship-station/order.ts';
import { standIns } from '../stand-ins.ts';
import type { World } from '../world.ts';

/** The rows of each stand-in, to compare with Crossdock. */
export function stateOf({ sellers, advisors, clients, companies, others }: World) {
  return {
    shipStation: sellers.map(({ key, counters, orders }) => ({ key, counters, orders: [...orders.values()].map(sellerRow) })),
    channelAdvisor: advisors.map(({ applicationId, counters, orders, products }) => ({
      ...{ key: applicationId, counters, orders: [...orders.rows.values()].map(advisorRow) },
      quantities: [...products.rows.values()].map(({ Sku, DCQuantities, updates }) => ({ sku: Sku, quantities: DCQuantities, updates })),
    })),
    amware: clients.map(({ apiKey, counters, orders, shipments, asns, receipts }) => {
      const tracking = new Map<string, string[]>();
      for (const { order_id, tracking_number } of shipments.rows.values())
        if (order_id !== null) tracking.set(order_id, [...(tracking.get(order_id) ?? []), tracking_number]);
      return {
        ...{ key: apiKey, counters, orders: [...orders.rows.values()].map((order) => warehouseRow(order, tracking.get(order.id) ?? [])) },
        asns: [...asns.rows.values()].map((asn) => ({ ...renderAsn(asn), orderNumbers: asn.body.order_numbers })),
        receipts: [...receipts.rows.values()].map(({ id, asn_id, sku, quantity }) => ({ id, asn_id, sku, quantity })),
      };
    }),
    netsuite: companies.map(booksRow),
    others: Object.fromEntries(
      standIns.map(({ name, rows }) => [
        name,
        (others.get(name) ?? []).map((account) => ({ ...{ key: account.key, counters: account.counters }, ...rows(account) })),
      ]),
    ),
  };
}
export type SandboxState = ReturnType<typeof stateOf>;

/** The same as counts, for a progress display. */
export function summaryOf({ sellers, advisors, clients, companies, others, feeder }: World) {
  return {
    shipStation: sellers.map(({ key, counters, orders }) => ({
      key,
      counters,
      orders: countBy(orders.values(), ({ orderStatus }) => orderStatus),
      marks: [...orders.values()].reduce((sum, { marks }) => sum + marks.length, 0),
    })),
    channelAdvisor: advisors.map(({ applicationId, counters, orders }) => ({
      key: applicationId,
      counters,
      orders: countBy(orders.rows.values(), ({ ShippingStatus }) => ShippingStatus),
      exported: [...orders.rows.values()].filter(({ exported }) => exported).length,
    })),
    amware: clients.map(({ apiKey, counters, orders, shipments }) => ({
      key: apiKey,
      counters,
      orders: countBy(orders.rows.values(), ({ status }) => status),
      shipments: shipments.rows.size,
    })),
    netsuite: companies.map(booksCounts),
    others: Object.fromEntries([...others].map(([name, accounts]) => [name, accounts.map(({ key, counters }) => ({ key, counters }))])),
    replay: feeder.state(),
  };
}
export type SandboxSummary = ReturnType<typeof summaryOf>;

function sellerRow({ orderId, orderNumber, orderStatus, marks }: SellerOrder) {
  return {
    orderId,
    orderNumber,
    status: orderStatus,
    /** Calls of `markasshipped` that took effect: more than one is a confirmation made twice. */
    marks: marks.length,
    trackingNumbers: marks.map(({ trackingNumber }) => trackingNumber),
    carriers: marks.map(({ carrierCode }) => carrierCode),
  };
}

function advisorRow({ ID, SiteOrderID, ShippingStatus, exported, Fulfillments }: AdvisorOrder) {
  return {
    ...{ orderId: ID, orderNumber: SiteOrderID, status: ShippingStatus, exported },
    parcels: Fulfillments.filter(({ DeliveryStatus }) => DeliveryStatus === 'Complete').map((one) => ({
      ...{ sellerId: one.SellerFulfillmentID, carrier: one.ShippingCarrier, trackingNumber: one.TrackingNumber },
      units: unitsBySku(
        one.Items.map(({ Sku: sku, Quantity: quantity }) => ({ sku, quantity })),
        ({ sku }) => sku,
      ),
    })),
  };
}

function warehouseRow({ id, body, status, held, cancelRequested, lines, parcels }: KeptOrder, trackingNumbers: string[]) {
  return {
    id,
    reference: body.reference,
    orderNumbers: body.order_numbers,
    shipTo: body.ship_to,
    status,
    held,
    cancelRequested,
    methodCode: body.method_code,
    lines,
    units: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    unitsShipped: lines.reduce((sum, { shipped }) => sum + shipped, 0),
    parcels,
    trackingNumbers,
  };
}

function countBy<T>(rows: Iterable<T>, nameOf: (row: T) => string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const row of rows) counts[nameOf(row)] = (counts[nameOf(row)] ?? 0) + 1;
  return counts;
}
