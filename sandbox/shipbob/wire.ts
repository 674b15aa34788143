import { every } from '../kit/bodies.ts';
import type { Kept } from '../kit/collection.ts';
import { type Shelf, sumOf, type Taken, unitsOf } from '../kit/shelves.ts';
import { buildings, type Goods, type Product } from './goods.ts';
import { type KeptOrder, type Shipment, statusOf } from './orders.ts';
import type { KeptReceiving } from './receiving.ts';

export const channel = { id: 100102, name: 'Privileged Access Token Thursday, January 8, 2026' };

/** With seven digits of a second and the zone as a number, as ShipBob writes times. */
export const time = (at: number) => new Date(at).toISOString().replace(/\.(\d{3})Z$/, '.$10000+00:00');
const buildingOf = (wanted: number) => buildings.find(({ id }) => id === wanted);

/** One that it invented ships by its standard. */
export const renderMethod = (name: string, at: number) => ({
  ...{ id: at + 1, name, active: true, default: at === 0, service_level: { id: at + 1, name: at < 3 ? name : 'Standard' } },
});

export const renderBuilding = (building: (typeof buildings)[number]) => ({
  ...{ ...building, ...every(true, 'is_active access_granted is_receiving_enabled is_shipping_enabled'), attributes: [], services: [] },
  region: { id: 1, name: 'United States' },
});

export function renderOrder({ id, body, createdAt, changedAt, shipments }: KeptOrder, goods: Goods) {
  const { reference_id, type, gift_message = null, shipping_method, recipient, tags } = body;
  const of = { order_id: id, reference_id, ship_option: shipping_method, gift_message, created_date: time(createdAt) };
  return {
    ...{ id, reference_id, order_number: body.order_number ?? reference_id, status: statusOf({ shipments }), type, channel, gift_message },
    ...{ created_date: time(createdAt), shipping_method, recipient, tags: tags ?? [] },
    ...every(null, 'purchase_date financials retailer_program_data shipping_terms'),
    products: body.products.map(({ reference_id: sku, quantity, external_line_id = null }) => ({
      ...{ id: goods.bySku(sku)?.id ?? null, reference_id: sku, sku, quantity, external_line_id, upc: goods.bySku(sku)?.upc ?? null },
      ...every(null, 'gtin unit_price quantity_unit_of_measure_code'),
    })),
    shipments: shipments.map((shipment) => ({ ...of, last_update_at: time(changedAt), ...renderShipment(shipment, goods) })),
  };
}

const details = { Picked: [100, 'Picking Completed'], OutOfStock: [303, 'No Stock On Hand For Sku'] } as const;
const unsaid = every(null, 'inventory_id exception_fulfillment_center_id extra_information');

const renderShipment = ({ id, status, detail, building, taken, recipient, leftAt }: Shipment, { bySku }: Goods) => ({
  ...{ id, status, is_tracking_uploaded: false, require_signature: false, package_material_type: 'Box', parent_cartons: [] },
  ...every(leftAt && time(leftAt), 'last_tracking_update_at actual_fulfillment_date'),
  ...every(null, 'delivery_date estimated_fulfillment_date insurance_value invoice_amount invoice_currency_code'),
  ...{ estimated_fulfillment_date_status: 'Unavailable', measurements: { total_weight_oz: 18, length_in: 9, width_in: 6, depth_in: 4 } },
  location: { id: building, name: buildingOf(building)?.name ?? null },
  products: [...Map.groupBy(taken, ({ sku }) => sku)].map(([sku, lots]) => {
    const { id = 0, name = '' } = bySku(sku) ?? {};
    return { id, name, reference_id: sku, sku, inventory_items: lots.map((lot) => ({ id, name, ...renderPacked(lot) })) };
  }),
  recipient: { ...recipient, full_name: recipient.name },
  status_details: detail === null ? [] : [{ id: details[detail][0], name: detail, description: details[detail][1], ...unsaid }],
  tracking: leftAt === null ? null : trackingOf(id),
});

const renderPacked = ({ lot, expires, quantity }: Taken) => ({
  ...{ lot, expiration_date: expires, quantity, quantity_committed: quantity, is_dangerous_goods: false, serial_numbers: [] },
});

const trackingOf = (id: number) => ({
  ...{ carrier: 'USPS', carrier_service: 'Ground Advantage', tracking_number: `9400111${String(id).padStart(15, '0')}` },
  tracking_url: `https://tools.usps.com/go/TrackConfirmAction?tLabels=9400111${id}`,
  ...every(null, 'shipping_date bol pro_number scac'),
});

export const renderLine = ({ sku, lot, expires, quantity }: Taken, { bySku }: Goods) => ({
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

type Levels = (shelves: readonly Kept<Shelf>[], levelOf: ReturnType<Goods['counting']>) => object[];

/** Of the shelves of one product or lot, by building. */
const levels: Levels = (shelves, levelOf) =>
  [...Map.groupBy(shelves, ({ building }) => building)].map(([location_id, rows]) => {
    const { onHand, held } = levelOf(rows);
    return {
      ...{ location_id, name: buildingOf(location_id)?.name, on_hand_quantity: onHand, committed_quantity: held, awaiting_quantity: 0 },
      ...{ fulfillable_quantity: onHand - held, internal_transfer_quantity: 0 },
    };
  });

const lots: Levels = (shelves, levelOf) =>
  [...Map.groupBy(shelves, ({ lot }) => lot)].map(([lot_number, rows]) => ({
    ...{ lot_number, lot_date: rows[0]?.expires ?? null, locations: levels(rows, levelOf) },
  }));

/** A product with what lies there of it, by its field. */
const stocked =
  (field: string, of: Levels) =>
  ({ id: inventory_id, name, sku }: Kept<Product>, { shelvesOf, counting }: Goods) => ({
    ...{ inventory_id, name, sku, [field]: of(shelvesOf(sku), counting()) },
  });
export const [byBuilding, byLot] = [stocked('locations', levels), stocked('lots', lots)];

export function renderReceiving({ id, status, body, boxes, createdAt, changedAt }: KeptReceiving, { bySku }: Goods) {
  const { boxes: _, final_destination_fulfillment_center_id: __, fulfillment_center, ...said } = body;
  const items = boxes.flatMap((box) => box.items);
  return {
    ...{ id, status, purchase_order_number: null, freight: null, ...said },
    ...{ insert_date: time(createdAt), last_updated_date: time(changedAt), external_sync_timestamp: null },
    fulfillment_center: { ...buildingOf(fulfillment_center.id), country: 'US' },
    inventory_quantities: [...Map.groupBy(items, ({ sku }) => sku)].map(([sku, some]) => ({
      ...{ inventory_id: bySku(sku)?.id, sku, expected_quantity: unitsOf(some) },
      ...{ received_quantity: sumOf(some, ({ received }) => received), stowed_quantity: sumOf(some, ({ stowed }) => stowed) },
    })),
    ...{ status_history: [{ id: 1, status, timestamp: time(changedAt) }], box_labels_uri: `/2026-07/receiving/${id}/labels` },
  };
}

export const renderBoxes = ({ boxes }: KeptReceiving, { bySku }: Goods) =>
  boxes.map(({ id, tracking, status, items, at }, index) => ({
    ...{ box_id: id, box_number: index + 1, box_status: status, tracking_number: tracking, arrived_date: at && time(at) },
    ...{ received_date: at && time(at), counting_started_date: at && time(at) },
    box_items: items.map(({ sku, lot, expires, quantity, received, stowed }) => ({
      ...{ inventory_id: bySku(sku)?.id, lot_number: lot, lot_date: expires, quantity },
      ...{ received_quantity: received, stowed_quantity: stowed },
    })),
  }));
