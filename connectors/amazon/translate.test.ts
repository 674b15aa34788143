import { expect, test } from 'vitest';
import { amazon } from './connector.ts';
import { amazonItem, amazonOrder } from './edge.ts';
import { packageNumber } from './packages.ts';
import { translateOrder } from './translate.ts';

const read = (changes: Record<string, unknown> = {}, sendsPrime = false) => {
  const translated = translateOrder(amazonOrder('302-1', changes), sendsPrime);
  if (!translated.ok) throw new Error(JSON.stringify(translated.unreadable.reason));
  return translated.record;
};
const fulfilled = (changes: Record<string, unknown>) => ({
  fulfillment: { fulfillmentStatus: 'UNSHIPPED', fulfilledBy: 'MERCHANT', fulfillmentServiceLevel: 'STANDARD', ...changes },
});
const asked = { cancellation: { cancellationRequest: { requester: 'BUYER', cancelReason: 'Ordered by mistake' } } };
const parcel = (packageReferenceId: string, quantity: number, status = 'SHIPPED') => ({
  ...{ packageReferenceId, packageStatus: { status } },
  packageItems: [{ orderItemId: '11', quantity }],
});

test('an order of a marketplace: address in three lines, money in its currency, when it must leave', () => {
  expect(read()).toMatchObject({
    ...{ remoteId: '302-1', number: '302-1', state: 'ready', sourceStatus: 'UNSHIPPED', currency: 'EUR', poNumber: 'PO-7' },
    store: { id: 'A1PA6795UKMFR9', name: 'Amazon.de' },
    shipTo: { name: 'Anna Lindqvist', line1: 'Mühlgasse 12', line2: 'Hof, 3. Stock', city: 'Köln', country: 'DE', postalCode: '50667' },
    ...{ customer: { phone: '+49 221 000000' }, shipping: { code: 'EXPEDITED', description: 'Expedited' }, handle: 'A1PA6795UKMFR9' },
    totals: { shipping: '4.80', tax: '0.00', total: '24.80' },
    details: { shipBy: '2026-11-23T22:59:59.000Z' },
    lines: [{ remoteLineId: '11', sku: 'MUG-11', quantity: 2, unitPrice: '10.00', isCharge: false }],
  });
});

test.each([
  ['PENDING', 'waiting'],
  ['PENDING_AVAILABILITY', 'waiting'],
  ['PARTIALLY_SHIPPED', 'ready'],
  ['SHIPPED', 'shipped'],
  ['CANCELLED', 'cancelled'],
  ['UNFULFILLABLE', 'unknown'],
  ['SOMETHING_NEW', 'unknown'],
])('%s is %s', (fulfillmentStatus, state) => {
  expect(read(fulfilled({ fulfillmentStatus })).state).toBe(state);
});

test('what Amazon ships is never ours; one whose shipper is not said waits for a person', () => {
  expect(read(fulfilled({ fulfilledBy: 'AMAZON' })).state).toBe('external');
  expect(read(fulfilled({ fulfilledBy: undefined })).state).toBe('unknown');
});

const notByParcel = ['IN_STORE_PICK_UP', 'AMAZON_EASY_SHIP', 'DELIVERY_BY_AMAZON', 'FBM_SHIP_PLUS'];
test.each(notByParcel)('an order of the program %s leaves with no parcel of ours', (program) => {
  const programs = ['PRIME', program];
  expect(read({ programs }).state).toBe('external');
  expect(read({ programs, ...fulfilled({ fulfillmentStatus: 'PENDING' }) }).state).toBe('external');
  expect(read({ programs, recipient: { deliveryAddress: null } }).state).toBe('external');
  expect(read({ programs, ...fulfilled({ fulfillmentStatus: 'CANCELLED' }) }).state).toBe('cancelled');
});

test('an order of Prime waits for a person, unless its warehouse buys Amazon’s labels; one that left in part goes on', () => {
  const prime = { programs: ['PRIME', 'AMAZON_BUSINESS'] };
  expect(read(prime)).toMatchObject({ state: 'unknown', sourceStatus: 'Prime, to be sent with a label of Amazon' });
  expect(amazon.displayStatus?.(read(prime).sourceStatus)).toBe('awaiting_shipment');
  expect(read(prime, true)).toMatchObject({ state: 'ready', sourceStatus: 'UNSHIPPED' });
  expect(read({ ...prime, ...fulfilled({ fulfillmentStatus: 'SHIPPED' }) }).state).toBe('shipped');
  const leftInPart = { orderItems: [amazonItem('11', { quantityOrdered: 3 })], packages: [parcel(packageNumber('shipment-1'), 2)] };
  expect(read({ ...prime, ...leftInPart, ...fulfilled({ fulfillmentStatus: 'PARTIALLY_SHIPPED' }) }).state).toBe('ready');
});

test('an order that waits for payment has neither price nor address, and is no error', () => {
  const bare = { ...fulfilled({ fulfillmentStatus: 'PENDING', fulfilledBy: undefined }), recipient: undefined, proceeds: undefined };
  expect(read({ ...bare, orderItems: [{ orderItemId: '11', quantityOrdered: 1, product: { sellerSku: 'MUG-11' } }] })).toMatchObject({
    ...{ state: 'waiting', shipTo: { line1: '' }, totals: { total: '0.00' } },
  });
});

test('an order to be sent without an address is not sent to nowhere: the application lacks a role', () => {
  expect(translateOrder(amazonOrder('302-1', { recipient: { deliveryAddress: null } }), false)).toMatchObject({
    ok: false,
    unreadable: { remoteId: '302-1', reason: { code: 'amazon.no_address' } },
  });
});

test('what left in a parcel of somebody else is not ours to ship; our own parcels change nothing', () => {
  const two = { orderItems: [amazonItem('11', { quantityOrdered: 3 }), amazonItem('12')] };
  expect(read({ ...two, packages: [parcel('1', 2)] }).lines.map(({ quantity }) => quantity)).toEqual([1, 1]);
  expect(read({ ...two, packages: [parcel('1', 2, 'CANCELLED')] }).lines.map(({ quantity }) => quantity)).toEqual([3, 1]);
  expect(read({ ...two, packages: [parcel(packageNumber('shipment-1'), 2)] }).lines.map(({ quantity }) => quantity)).toEqual([3, 1]);
  expect(read({ orderItems: [amazonItem('11')], packages: [parcel('1', 1)] }).state).toBe('external');
});

test('where Amazon counts less left than its parcels say, that counts; what we sent of it stays ours', () => {
  const left = (quantityUnfulfilled: number) => ({ fulfillment: { quantityFulfilled: 3 - quantityUnfulfilled, quantityUnfulfilled } });
  const three = (unfulfilled: number) => ({ orderItems: [amazonItem('11', { quantityOrdered: 3, ...left(unfulfilled) })] });
  expect(read(three(1)).lines).toMatchObject([{ quantity: 1 }]);
  expect(read({ ...three(1), packages: [parcel(packageNumber('shipment-1'), 2)] }).lines).toMatchObject([{ quantity: 3 }]);
  expect(read({ ...three(3), packages: [parcel('1', 5)] })).toMatchObject({ state: 'external', lines: [] });
  expect(read(three(0)).state).toBe('external');
});

test('a cancelled item is left out; when all are, so is the order', () => {
  const gone = amazonItem('12', { cancellation: { cancellationExecution: { cancelledBy: 'MERCHANT' } } });
  expect(read({ orderItems: [amazonItem('11'), gone] }).lines).toMatchObject([{ remoteLineId: '11' }]);
  expect(read({ orderItems: [gone] })).toMatchObject({ state: 'cancelled', lines: [] });
});

test('where a buyer asks for all or a part of it to be cancelled, nothing leaves until the seller decides', () => {
  expect(read({ orderItems: [amazonItem('12', asked), amazonItem('11', asked)] })).toMatchObject({
    ...{ state: 'held', cancelRequest: { id: '11+12', reason: 'Ordered by mistake' } },
  });
  expect(read({ orderItems: [amazonItem('11', asked), amazonItem('12')] })).toMatchObject({ state: 'held' });
  expect(read({ orderItems: [amazonItem('11', asked), amazonItem('12')] }).cancelRequest).toBeUndefined();
  const sent = { fulfillment: { quantityFulfilled: 1, quantityUnfulfilled: 0 } };
  expect(read({ orderItems: [amazonItem('11', asked), amazonItem('12', sent)] }).cancelRequest?.id).toBe('11');
});

test('a gift has its message, a customised item its address', () => {
  const gift = { fulfillment: { packing: { giftOption: { giftMessage: 'For you', giftWrapLevel: 'Classic' } } } };
  const engraved = amazonItem('12', { product: { sellerSku: 'CUP-12', customization: { customizedUrl: 'https://x.example/1.zip' } } });
  expect(read({ orderItems: [amazonItem('11', gift), engraved] })).toMatchObject({
    details: { isGift: true, giftMessage: 'For you' },
    lines: [{}, { options: [{ name: 'Customised', value: 'https://x.example/1.zip' }] }],
  });
});
