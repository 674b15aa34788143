/* Records of our own making, in the shapes of https://3w.extensiv.com/Rels. */

// biome-ignore lint/suspicious/noExplicitAny: tests change any part of a record.
export type Raw = Record<string, any>;

export const tpl = '01234567-89ab-cdef-0123-456789abcdef';
const relation = (name: string) => `http://api.3plCentral.com/rels/${name}`;
const customerIdentifier = { externalId: null, name: 'Demo Gifts', id: 143 };
const facilityIdentifier = { name: 'Reno', id: 2 };

const seconds = (number: number) => String(number % 60).padStart(2, '0');

/** The value at an RQL name, whose letters may be of any case. */
export function at(record: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => {
    const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    return entries.find(([each]) => each.toLowerCase() === name.toLowerCase())?.[1];
  }, record);
}

export const open = (orderId: number): Raw => ({
  ...{ orderId, status: 0, isClosed: false, fullyAllocated: true, pickStarted: false, packStarted: false, customerIdentifier },
  ...{ facilityIdentifier, creationDate: '2026-11-20T09:00:00', lastModifiedDate: `2026-11-20T10:15:${seconds(orderId)}.1234567` },
});

export const orderItem = (orderItemId: number, sku: string, qty: number, changes: Raw = {}): Raw => ({
  ...{
    readOnly: { orderItemId, fullyAllocated: true },
    itemIdentifier: { sku, id: 11 },
    externalId: `line-${orderItemId}`,
    qty,
    ...changes,
  },
});

export const order = (orderId: number, changes: Raw = {}, items = [orderItem(orderId * 10, 'MUG', 6)]): Raw => ({
  ...{ readOnly: open(orderId), referenceNum: `order-${orderId}`, poNum: `SO-${orderId}`, notes: null },
  routingInfo: { carrier: 'UPS', mode: '03', trackingNumber: null, account: null },
  shipTo: {
    ...{ companyName: 'Anna Lindqvist', name: 'Anna Lindqvist', address1: '12 Mill Lane', city: 'Leeds', zip: 'LS1 4DY', country: 'GB' },
    ...{ contactId: 5, emailAddress: 'anna@example.com' },
  },
  _links: { self: { href: `/orders/${orderId}` } },
  _embedded: { [relation('orders/item')]: items },
  ...changes,
});

export const shipped = (orderId: number, packages: Raw[], changes: Raw = {}): Raw =>
  order(orderId, {
    readOnly: { ...open(orderId), status: 1, isClosed: true, processDate: '2026-11-20T16:00:00', packages },
    ...changes,
  });

export const openReceiver = (receiverId: number): Raw => ({
  ...{
    receiverId,
    receiverType: 2,
    status: 0,
    customerIdentifier,
    facilityIdentifier,
    lastModifiedDate: `2026-11-20T11:00:${seconds(receiverId)}`,
  },
});

export const receiveItem = (receiveItemId: number, sku: string, qty: number, changes: Raw = {}): Raw => ({
  readOnly: { receiveItemId, expectedQty: null },
  ...{ itemIdentifier: { sku, id: 11 }, externalId: `line-${receiveItemId}`, qty, lotNumber: null, ...changes },
});

export const receiver = (receiverId: number, changes: Raw = {}, items = [receiveItem(receiverId * 10, 'MUG', 48)]): Raw => ({
  ...{ readOnly: openReceiver(receiverId), referenceNum: `po-${receiverId}`, poNum: `PO-${receiverId}`, carrier: 'Maersk' },
  ...{ billOfLading: 'MAEU-1', arrivalDate: null, expectedDate: '2026-12-01T00:00:00' },
  _embedded: { [relation('inventory/receiveritem')]: items },
  ...changes,
});

export const stock = (receiveItemId: number, id: number, sku: string, changes: Raw = {}): Raw => ({
  ...{ receiveItemId, itemIdentifier: { sku, id }, onHand: 10, available: 7, isOnHold: false, quarantined: false, lotNumber: null },
  locationIdentifier: { nameKey: { facilityIdentifier, name: 'A-01' }, id: 1 },
  ...changes,
});

export const item = (itemId: number, sku: string, changes: Raw = {}): Raw => ({
  readOnly: { itemId, customerIdentifier, creationDate: '2026-01-01T00:00:00', lastModifiedDate: null, deactivated: false },
  ...{ itemId, sku, description: `A ${sku.toLowerCase()}`, description2: null, upc: '0123456789012', ...changes },
});

export const customer: Raw = {
  readOnly: { customerId: 143, creationDate: '2020-01-01T00:00:00', deactivated: false },
  companyInfo: { companyName: 'Demo Gifts', name: 'Olive' },
  primaryFacilityIdentifier: facilityIdentifier,
};
export const facilities: Raw[] = [
  { facilityId: 2, name: 'Reno', deactivated: false },
  { facilityId: 3, name: 'Atlanta', deactivated: false },
  { facilityId: 4, name: 'Closed in 2020', deactivated: true },
];
export const carriers: Raw = {
  defaultShipmentServices: [],
  _embedded: {
    [relation('properties/carrier')]: [
      {
        ...{ name: 'UPS', scacCode: 'UPSN', deactivated: false },
        shipmentServices: [
          { code: '03', description: 'Ground', deactivated: false },
          { code: '99', description: 'Old', deactivated: true },
        ],
      },
      { name: 'Own truck', deactivated: false, shipmentServices: [] },
      { name: 'Gone', deactivated: true, shipmentServices: [] },
    ],
  },
};

/** What the 3PL makes of a body that creates a record. */
export function entered(kind: 'order' | 'receiver', id: number, json: Raw): Raw {
  const { customerIdentifier: _customer, facilityIdentifier: _facility, deferNotification: _defer, ...body } = json;
  const readOnly = kind === 'order' ? open(id) : openReceiver(id);
  return { ...saved(body), readOnly: { ...readOnly, customerIdentifier, facilityIdentifier } };
}

/** A body with lines, as the record that it becomes. */
export function saved({ orderItems, receiveItems, ...body }: Raw): Raw {
  const lines = (orderItems ?? receiveItems ?? []) as Raw[];
  const name = orderItems ? 'orders/item' : 'inventory/receiveritem';
  const idName = orderItems ? 'orderItemId' : 'receiveItemId';
  const items = lines.map(({ readOnly, ...line }, place) => ({
    ...line,
    readOnly: { ...readOnly, [idName]: readOnly?.[idName] || 5000 + place },
  }));
  return { ...body, _embedded: { [relation(name)]: items } };
}
