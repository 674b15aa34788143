import { buildings, type Goods } from './goods.ts';
import { type KeptOrder, type Shipment, statusOf } from './order.ts';

export const channel = { id: 100102, name: 'Privileged Access Token Thursday, January 8, 2026' };

/** With seven digits of a second and the zone as a number, as ShipBob writes times. */
export const time = (at: number) => new Date(at).toISOString().replace(/\.(\d{3})Z$/, '.$10000+00:00');

export function renderOrder(order: KeptOrder, goods: Goods) {
  const { id, body, createdAt, shipments } = order;
  return {
    ...{
      id,
      reference_id: body.reference_id,
      order_number: body.order_number ?? body.reference_id,
      status: statusOf(order),
      type: body.type,
    },
    ...{ channel, created_date: time(createdAt), purchase_date: null, financials: null, gift_message: body.gift_message ?? null },
    ...{ retailer_program_data: null, shipping_terms: null, shipping_method: body.shipping_method, recipient: body.recipient },
    products: body.products.map(({ reference_id, quantity, external_line_id }) => ({
      ...{
        id: goods.bySku(reference_id)?.id ?? null,
        reference_id,
        sku: reference_id,
        quantity,
        external_line_id: external_line_id ?? null,
      },
      ...{ gtin: null, upc: goods.bySku(reference_id)?.upc ?? null, unit_price: null, quantity_unit_of_measure_code: null },
    })),
    shipments: shipments.map((shipment) => renderShipment(shipment, order, goods)),
    tags: body.tags ?? [],
  };
}

const details = {
  Picked: [100, 'Picking Completed'],
  Packed: [101, 'Packing Completed'],
  OutOfStock: [303, 'No Stock On Hand For Sku'],
} as const;

function renderShipment(shipment: Shipment, { id: order_id, body, createdAt, changedAt }: KeptOrder, goods: Goods) {
  const { id, status, detail, building, taken, recipient, leftAt } = shipment;
  const bySku = Map.groupBy(taken, ({ inventory }) => inventory);
  return {
    ...{
      id,
      order_id,
      reference_id: body.reference_id,
      status,
      ship_option: body.shipping_method,
      gift_message: body.gift_message ?? null,
    },
    ...{
      created_date: time(createdAt),
      last_update_at: time(changedAt),
      last_tracking_update_at: leftAt && time(leftAt),
      delivery_date: null,
    },
    ...{
      actual_fulfillment_date: leftAt && time(leftAt),
      estimated_fulfillment_date: null,
      estimated_fulfillment_date_status: 'Unavailable',
    },
    ...{ insurance_value: null, invoice_amount: null, invoice_currency_code: null, is_tracking_uploaded: false, require_signature: false },
    ...{ package_material_type: 'Box', parent_cartons: [], measurements: { total_weight_oz: 18, length_in: 9, width_in: 6, depth_in: 4 } },
    location: { id: building, name: buildings.find((each) => each.id === building)?.name ?? null },
    products: [...bySku].map(([inventory, lots]) => renderPacked(inventory, lots, goods)),
    recipient: { ...recipient, full_name: recipient.name },
    status_details: detail === null ? [] : [statusDetail(detail)],
    tracking: leftAt === null ? null : trackingOf(id),
  };
}

const statusDetail = (name: keyof typeof details) => ({
  ...{ id: details[name][0], name, description: details[name][1], inventory_id: null, exception_fulfillment_center_id: null },
  extra_information: null,
});

function renderPacked(inventory: number, lots: Shipment['taken'], { products }: Goods) {
  const { sku = '', name = '' } = products.get(inventory) ?? {};
  return {
    ...{ id: inventory, name, reference_id: sku, sku },
    inventory_items: lots.map(({ lot, expires, quantity }) => ({
      ...{ id: inventory, name, lot, expiration_date: expires, quantity, quantity_committed: quantity, is_dangerous_goods: false },
      serial_numbers: [],
    })),
  };
}

const trackingOf = (id: number) => ({
  ...{ carrier: 'USPS', carrier_service: 'Ground Advantage', tracking_number: `9400111${String(id).padStart(15, '0')}` },
  ...{ tracking_url: `https://tools.usps.com/go/TrackConfirmAction?tLabels=9400111${id}`, shipping_date: null },
  ...{ bol: null, pro_number: null, scac: null },
});
