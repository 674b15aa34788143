import type { Kept } from '../kit/collection.ts';
import { type Shelf, unitsOf } from '../kit/shelves.ts';
import { buildings, type Goods, type Product } from './goods.ts';
import { type KeptOrder, type Shipment, statusOf } from './orders.ts';
import type { Item, KeptReceiving } from './receiving.ts';

export const channel = { id: 100102, name: 'Privileged Access Token Thursday, January 8, 2026' };

/** With seven digits of a second and the zone as a number, as ShipBob writes times. */
const time = (at: number) => new Date(at).toISOString().replace(/\.(\d{3})Z$/, '.$10000+00:00');
const nameOf = (building: number) => buildings.find(({ id }) => id === building)?.name ?? null;
/** What a stand-in never has. */
const nothing = (names: string) => Object.fromEntries(names.split(' ').map((name) => [name, null]));

export function renderOrder(order: KeptOrder, goods: Goods) {
  const { id, body, createdAt, shipments } = order;
  const { reference_id, order_number, type, gift_message = null, shipping_method, recipient, tags } = body;
  return {
    ...{ id, reference_id, order_number: order_number ?? reference_id, status: statusOf(order), type, channel, gift_message },
    ...{ created_date: time(createdAt), shipping_method, recipient, tags: tags ?? [] },
    ...nothing('purchase_date financials retailer_program_data shipping_terms'),
    products: body.products.map(({ reference_id: sku, quantity, external_line_id = null }) => ({
      ...{ id: goods.bySku(sku)?.id ?? null, reference_id: sku, sku, quantity, external_line_id, upc: goods.bySku(sku)?.upc ?? null },
      ...nothing('gtin unit_price quantity_unit_of_measure_code'),
    })),
    shipments: shipments.map((shipment) => renderShipment(shipment, order, goods)),
  };
}

const details = {
  ...{ Picked: [100, 'Picking Completed'], Packed: [101, 'Packing Completed'], OutOfStock: [303, 'No Stock On Hand For Sku'] },
} as const;

function renderShipment(shipment: Shipment, { id: order_id, body, createdAt, changedAt }: KeptOrder, goods: Goods) {
  const { id, status, detail, building, taken, recipient, leftAt } = shipment;
  const left = leftAt && time(leftAt);
  return {
    ...{
      id,
      order_id,
      reference_id: body.reference_id,
      status,
      ship_option: body.shipping_method,
      gift_message: body.gift_message ?? null,
    },
    ...{ created_date: time(createdAt), last_update_at: time(changedAt), last_tracking_update_at: left, actual_fulfillment_date: left },
    ...{ estimated_fulfillment_date_status: 'Unavailable', is_tracking_uploaded: false, require_signature: false },
    ...nothing('delivery_date estimated_fulfillment_date insurance_value invoice_amount invoice_currency_code'),
    ...{ package_material_type: 'Box', parent_cartons: [], measurements: { total_weight_oz: 18, length_in: 9, width_in: 6, depth_in: 4 } },
    location: { id: building, name: nameOf(building) },
    products: [...Map.groupBy(taken, ({ sku }) => sku)].map(([sku, lots]) => renderPacked(sku, lots, goods)),
    recipient: { ...recipient, full_name: recipient.name },
    status_details: detail === null ? [] : [statusDetail(detail)],
    tracking: leftAt === null ? null : trackingOf(id),
  };
}

const statusDetail = (name: keyof typeof details) => ({
  ...{ id: details[name][0], name, description: details[name][1] },
  ...nothing('inventory_id exception_fulfillment_center_id extra_information'),
});

function renderPacked(sku: string, lots: Shipment['taken'], { bySku }: Goods) {
  const { id = 0, name = '' } = bySku(sku) ?? {};
  const inventory_items = lots.map(({ lot, expires, quantity }) => ({
    ...{ id, name, lot, expiration_date: expires, quantity, quantity_committed: quantity, is_dangerous_goods: false, serial_numbers: [] },
  }));
  return { id, name, reference_id: sku, sku, inventory_items };
}

const trackingOf = (id: number) => ({
  ...{ carrier: 'USPS', carrier_service: 'Ground Advantage', tracking_number: `9400111${String(id).padStart(15, '0')}` },
  ...{ tracking_url: `https://tools.usps.com/go/TrackConfirmAction?tLabels=9400111${id}`, ...nothing('shipping_date bol pro_number scac') },
});

export const renderLine = ({ sku, lot, expires, quantity }: Shipment['taken'][number], { bySku }: Goods) => ({
  ...{ inventory_id: bySku(sku)?.id, quantity, committed_quantity: quantity, is_hazmat: false, is_lot: lot !== null, serial_numbers: [] },
  lot: lot === null ? null : { lot_number: lot, lot_date: expires, selection_method: 'ShipbobChooses' },
  product_variant: { id: bySku(sku)?.id, name: bySku(sku)?.name, sku },
});

export const renderProduct = ({ id, name, sku, upc, isBundle }: Kept<Product>) => {
  const bundle_definition = isBundle ? [{ variant_id: id + 1, quantity: 2 }] : [];
  const inventory = { inventory_id: id, on_hand_qty: 0 };
  const variant = { id, name, sku, upc, gtin: null, is_digital: false, status: 'Active', inventory, bundle_definition };
  return { id, name, type: isBundle ? 'Bundle' : 'Regular', variants: [variant] };
};

type Shelves = readonly Kept<Shelf>[];

/** Of the shelves of one product or lot, by building. */
export const levels = (shelves: Shelves, committed: ReadonlyMap<number, number>) =>
  [...Map.groupBy(shelves, ({ building }) => building)].map(([location_id, rows]) => {
    const on_hand_quantity = rows.reduce((sum, { onHand }) => sum + onHand, 0);
    const committed_quantity = rows.reduce((sum, { id }) => sum + (committed.get(id) ?? 0), 0);
    return {
      ...{ location_id, name: nameOf(location_id), on_hand_quantity, committed_quantity, awaiting_quantity: 0 },
      ...{ fulfillable_quantity: on_hand_quantity - committed_quantity, internal_transfer_quantity: 0 },
    };
  });

export const lots = (shelves: Shelves, committed: ReadonlyMap<number, number>) =>
  [...Map.groupBy(shelves, ({ lot }) => lot)].map(([lot_number, rows]) => ({
    ...{ lot_number, lot_date: rows[0]?.expires ?? null, locations: levels(rows, committed) },
  }));

export function renderReceiving({ id, status, body, boxes, createdAt, changedAt }: KeptReceiving, { bySku }: Goods) {
  const { package_type, box_packaging_type, expected_arrival_date, purchase_order_number = null, freight = null } = body;
  const building = buildings.find((each) => each.id === body.fulfillment_center.id);
  const items = boxes.flatMap((box) => box.items);
  const sum = (some: Item[], of: 'received' | 'stowed') => some.reduce((all, item) => all + item[of], 0);
  return {
    ...{
      id,
      status,
      package_type,
      box_packaging_type,
      expected_arrival_date,
      purchase_order_number,
      freight,
      external_sync_timestamp: null,
    },
    ...{ insert_date: time(createdAt), last_updated_date: time(changedAt), box_labels_uri: `/2026-07/receiving/${id}/labels` },
    fulfillment_center: { ...building, timezone: 'Pacific Standard Time', country: 'US' },
    inventory_quantities: [...Map.groupBy(items, ({ sku }) => sku)].map(([sku, some]) => ({
      ...{ inventory_id: bySku(sku)?.id, sku, expected_quantity: unitsOf(some) },
      ...{ received_quantity: sum(some, 'received'), stowed_quantity: sum(some, 'stowed') },
    })),
    status_history: [{ id: 1, status, timestamp: time(changedAt) }],
  };
}

export const renderBoxes = ({ boxes }: KeptReceiving, { bySku }: Goods) =>
  boxes.map(({ id, tracking, status, items, at }, index) => ({
    ...{ box_id: id, box_number: index + 1, box_status: status, tracking_number: tracking, arrived_date: at && time(at) },
    ...{ received_date: at && time(at), counting_started_date: at && time(at) },
    box_items: items.map(({ sku, lot, expires, quantity, received, stowed }) => ({
      ...{
        inventory_id: bySku(sku)?.id,
        lot_number: lot,
        lot_date: expires,
        quantity,
        received_quantity: received,
        stowed_quantity: stowed,
      },
    })),
  }));
