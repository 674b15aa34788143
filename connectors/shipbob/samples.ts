/** Records as version 2026-07 publishes their shapes, with values of our own: for tests. */

export const address = {
  ...{ address1: '12 Mill Lane', address2: null, company_name: null, city: 'Leeds', state: 'WY', country: 'GB', zip_code: 'LS1 4DY' },
};
const recipient = { name: 'Anna Lindqvist', email: 'anna@example.com', phone_number: '5550100', address };

export const inventoryItem = (id: number, quantity: number, lot: string | null = null) => ({
  ...{ id, name: 'An item', quantity, quantity_committed: quantity, lot, is_dangerous_goods: false, serial_numbers: [] as string[] },
  expiration_date: lot === null ? null : '2027-03-31T00:00:00+00:00',
});

export const packed = (sku: string, ...inventory_items: ReturnType<typeof inventoryItem>[]) => ({
  ...{ id: 7001, name: sku, reference_id: sku, sku, inventory_items },
});

export const shipment = (id: number, changes: object = {}) => ({
  ...{ id, order_id: 500, reference_id: 'CD-1', status: 'Processing', status_details: [] as object[], ship_option: 'Standard' },
  ...{ created_date: '2026-11-20T09:00:00.1234567+00:00', last_update_at: '2026-11-20T10:00:00+00:00', actual_fulfillment_date: null },
  ...{ location: { id: 10, name: 'Moreno Valley (CA)' }, measurements: { total_weight_oz: 16, length_in: 6, width_in: 6, depth_in: 3 } },
  products: [packed('MUG', inventoryItem(91, 4)), packed('CUP', inventoryItem(92, 2))],
  recipient: { ...recipient, full_name: 'Anna Lindqvist' },
  tracking: null as object | null,
  ...changes,
});

export const left = {
  ...{ status: 'Completed', actual_fulfillment_date: '2026-11-20T11:00:00+00:00', last_update_at: '2026-11-20T11:05:00+00:00' },
  tracking: {
    ...{ carrier: 'USPS', carrier_service: 'Priority', tracking_number: '9400111', tracking_url: 'https://tools.usps.com/go?n=9400111' },
  },
};

export const order = (changes: object = {}) => ({
  ...{ id: 500, reference_id: 'CD-1', order_number: 'SO-1, 100-7', status: 'Processing', type: 'DTC', shipping_method: 'Standard' },
  ...{ created_date: '2026-11-20T09:00:00+00:00', channel: { id: 100102, name: 'A token' }, recipient },
  products: [
    { id: 7001, external_line_id: 1, quantity: 4, reference_id: 'MUG', sku: 'MUG', unit_price: null },
    { id: 7002, external_line_id: 2, quantity: 2, reference_id: 'CUP', sku: 'CUP', unit_price: null },
  ],
  shipments: [shipment(900)],
  tags: [
    { name: 'Crossdock line 1', value: 'line-a' },
    { name: 'Crossdock line 2', value: 'line-b' },
  ],
  ...changes,
});

export const variant = (changes: object = {}) => ({
  ...{ id: 31, name: 'Mug', sku: 'MUG', upc: '036000291452', gtin: null, is_digital: false, bundle_definition: [], status: 'Active' },
  ...changes,
});

export const quantities = (location_id: number, on_hand_quantity: number, committed_quantity = 0, fulfillable = on_hand_quantity) => ({
  ...{ location_id, name: 'Moreno Valley (CA)', on_hand_quantity, committed_quantity, fulfillable_quantity: fulfillable },
  ...{ awaiting_quantity: 0, internal_transfer_quantity: 0 },
});

export const receiving = (changes: object = {}) => ({
  ...{ id: 443001, status: 'Awaiting', package_type: 'Package', box_packaging_type: 'EverythingInOneBox', purchase_order_number: 'CD-P1' },
  ...{ expected_arrival_date: '2026-12-10T00:00:00+00:00', insert_date: '2026-11-19T03:14:23.7565958+00:00' },
  last_updated_date: '2026-11-19T03:14:26.0009706+00:00',
  freight: { carrier: 'Maersk', bol_number: 'MAEU-1', notes: 'Purchase order: PO-7, PO-8' },
  inventory_quantities: [{ inventory_id: 91, sku: 'MUG', expected_quantity: 40, received_quantity: 0, stowed_quantity: 0 }],
  ...changes,
});

export const box = (changes: object = {}) => ({
  ...{ box_id: 1571, box_number: 1, box_status: 'Completed', tracking_number: 'MAEU-1', arrived_date: '2026-11-20T01:50:36.1333333+00:00' },
  received_date: '2026-11-20T02:50:36.1333333+00:00',
  box_items: [{ inventory_id: 91, quantity: 40, received_quantity: 40, stowed_quantity: 38, lot_number: null, lot_date: null }],
  ...changes,
});
