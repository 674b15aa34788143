import type { z } from 'zod';
import type {
  AsnState,
  InboundNotice,
  Kept,
  ShipTo,
  StockRow,
  WarehouseItem,
  WarehouseOrder,
  WarehouseOrderState,
  WarehouseReceipt,
  WarehouseShipment,
} from '../contract.ts';
import { firstIssue, idIn, type Translate, webAddress } from '../http/records.ts';
import * as wire from './wire.ts';

// Each accepts any input and never throws: a record that cannot be read becomes a value that says why.

export const translateState = translating(wire.order, orderState);
export const translateAsn = translating(wire.asn, asnState);

export const translateShipment = translating(
  wire.shipment,
  (shipment, raw): WarehouseShipment => ({
    remoteId: shipment.id,
    providerRef: shipment.order_id ?? '',
    reference: shipment.reference ?? '',
    asnId: shipment.asn_id,
    carrier: shipment.carrier,
    method: shipment.method_code ?? '',
    trackingNumber: shipment.tracking_number,
    trackingUrl: webAddress(shipment.tracking_url),
    weightGrams: typeof shipment.weight_grams === 'number' ? Math.round(shipment.weight_grams) : null,
    shippedAt: shipment.shipped_at,
    lines: shipment.lines.map((line) => ({
      ...{ lineReference: line.line_reference, sku: line.sku, lot: line.lot, quantity: line.quantity },
      ...keptOf(line),
    })),
    raw,
  }),
);

export const translateItem = translating(
  wire.item,
  (item): WarehouseItem => ({
    sku: item.sku,
    name: item.name,
    upc: item.upc,
    imageUrl: webAddress(item.image_url),
    description: item.description,
    warehouseLocation: item.warehouse_location,
  }),
);

/** The SKU of an item that the provider no longer has. */
export function removedSku(raw: unknown): string | null {
  const parsed = wire.item.pick({ sku: true, removed: true }).safeParse(raw);
  return parsed.success && parsed.data.removed ? parsed.data.sku : null;
}

export const translateReceipt = translating(
  wire.receipt,
  (receipt, raw): WarehouseReceipt => ({
    remoteId: receipt.id,
    asnId: receipt.asn_id,
    type: receipt.type,
    receivedAt: receipt.received_at,
    sku: receipt.sku,
    quantity: receipt.quantity,
    lot: receipt.lot,
    carrier: receipt.carrier,
    freightNumber: receipt.freight_number,
    ...keptOf(receipt),
    raw,
  }),
);

export const translateStock = translating(
  wire.stockRow,
  (row): StockRow => ({
    sku: row.sku,
    warehouseId: row.warehouse_id,
    location: row.location,
    lot: row.lot,
    onHand: row.on_hand,
    allocated: row.allocated,
    onHold: row.on_hold,
    available: row.available,
    ...keptOf(row),
  }),
);

const keptOf = ({ expires_on, serials }: { expires_on?: string | null; serials?: string[] | null }): Kept => ({
  ...(expires_on ? { expiresOn: expires_on } : {}),
  ...(serials && serials.length > 0 ? { serials } : {}),
});

export function orderState(order: z.infer<typeof wire.order>): WarehouseOrderState {
  return {
    providerRef: order.id,
    reference: order.reference,
    status: order.status,
    held: order.held,
    changedAt: order.changed_at,
    orderNumbers: order.order_numbers,
    shipTo: order.ship_to ? shipToOf(order.ship_to) : null,
    lines: order.lines.map((line) => ({
      lineReference: line.line_reference,
      sku: line.sku,
      quantity: line.quantity,
      shipped: line.shipped,
    })),
  };
}

function shipToOf({ postal_code, ...address }: NonNullable<z.infer<typeof wire.order>['ship_to']>): ShipTo {
  return { ...address, postalCode: postal_code ?? '' };
}

/** An order as the provider takes it. */
export function orderBody(order: WarehouseOrder) {
  const { postalCode, ...shipTo } = order.shipTo;
  return {
    reference: order.reference,
    order_numbers: order.orderNumbers,
    method_code: order.methodCode,
    warehouse_id: order.warehouseId,
    ship_to: { ...shipTo, postal_code: postalCode },
    note: order.note,
    fields: order.fields,
    lines: order.lines.map(({ lineReference, sku, quantity }) => ({ line_reference: lineReference, sku, quantity })),
  };
}

export function asnBody(notice: InboundNotice) {
  return {
    reference: notice.reference,
    warehouse_id: notice.warehouseId,
    order_numbers: notice.orderNumbers,
    expected_at: notice.expectedAt?.toISOString() ?? null,
    carrier: notice.carrier,
    freight_number: notice.freightNumber,
    lines: notice.lines.map(({ lineReference, sku, quantity, lot, expectedAt }) => ({
      ...{ line_reference: lineReference, sku, quantity, lot },
      expected_at: expectedAt?.toISOString() ?? null,
    })),
  };
}

export function asnState(asn: z.infer<typeof wire.asn>): AsnState {
  return {
    ...{ asnId: asn.id, reference: asn.reference, status: asn.status, changedAt: asn.changed_at, orderNumbers: asn.order_numbers },
    lines: asn.lines?.map(({ sku, quantity }) => ({ sku, quantity })) ?? null,
  };
}

function translating<W, T>(shape: z.ZodType<W>, translate: (record: W, raw: unknown) => T): Translate<T> {
  return (raw) => {
    const parsed = shape.safeParse(raw);
    if (parsed.success) return { ok: true, record: translate(parsed.data, raw) };
    return { ok: false, unreadable: { remoteId: idIn(raw, ['id', 'sku']), reason: firstIssue(parsed.error), raw } };
  };
}
