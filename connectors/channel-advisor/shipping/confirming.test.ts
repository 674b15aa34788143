import { expect, onTestFinished, test } from 'vitest';
import type { NewItem } from '../../../sandbox/channel-advisor/order.ts';
import type { FaultKind } from '../../../sandbox/faults.ts';
import { startSandbox } from '../../../sandbox/sandbox.ts';
import { worded, wordedWith } from '../../../test/worded.ts';
import type { ShipmentConfirmation } from '../../contract.ts';
import { memoryLimits } from '../../http/limits.ts';
import { memoryTokens } from '../../http/tokens.ts';
import { openSession } from '../../session.ts';
import { channelAdvisor } from '../connector.ts';
import { sellerIdOf } from '../reading/parts.ts';

const mugsAndCup: NewItem[] = [
  { sku: 'MUG', quantity: 3 },
  { sku: 'CUP', quantity: 1 },
];

async function sold(items: NewItem[]) {
  const sandbox = await startSandbox({ catalogue: 'empty' });
  onTestFinished(() => sandbox.stop());
  const { orders } = sandbox.control.advisor();
  const [order] = orders.add([{ SiteOrderID: 'N1', items }]);
  if (!order) throw new Error('no order');
  const settings = {
    ...{ application_id: 'demo-application', shared_secret: 'demo-shared-secret', refresh_token: 'demo-refresh-token' },
    ...{ profile_id: '12000001', api_origin: `${sandbox.origin}/channel-advisor` },
  };
  const context = { limitStore: memoryLimits(), tokens: memoryTokens(), sandboxOrigin: sandbox.origin, sink: () => undefined };
  const { confirm, isConfirmed } =
    channelAdvisor.confirmations?.(openSession(channelAdvisor, settings, context)) ?? expect.unreachable('no');
  const parcel = (n: number, units: Record<string, number>, changes: Partial<ShipmentConfirmation> = {}): ShipmentConfirmation => ({
    ...{ key: `shipment-${n}`, remoteOrderId: String(order.ID), handle: null, carrier: 'UPS', method: 'UPS Ground' },
    ...{ trackingNumber: `1Z${n}`, trackingUrl: null, shippedAt: new Date('2026-11-20T03:00:00Z'), completes: false },
    lines: order.Items.filter(({ Sku }) => Sku in units).map(({ ID, Sku }) => ({
      ...{ remoteLineId: String(ID), handle: null, quantity: units[Sku] ?? 0 },
    })),
    ...changes,
  });
  const now = () => {
    const { status, parcels } = sandbox.control.state().channelAdvisor[0]?.orders[0] ?? { status: 'none', parcels: [] };
    return [status, ...parcels.map(({ trackingNumber, units }) => [trackingNumber, units])];
  };
  return { ...sandbox, orders, order, now, parcel, isConfirmed, confirm: (one: ShipmentConfirmation) => confirm([one]) };
}
const confirmed = (n: number) => ({ ok: true, value: [{ key: `shipment-${n}`, kind: 'confirmed' }] });

test('a parcel of the whole order completes the fulfilment that there is', async () => {
  const { confirm, parcel, now, order, isConfirmed } = await sold(mugsAndCup);
  const whole = parcel(7, { MUG: 3, CUP: 1 });
  expect(await isConfirmed(whole)).toEqual({ ok: true, value: false });
  expect(await confirm(whole)).toMatchObject(confirmed(7));
  expect(now()).toEqual(['Shipped', ['1Z7', { MUG: 3, CUP: 1 }]]);
  expect(order.Fulfillments).toMatchObject([
    { SellerFulfillmentID: sellerIdOf('shipment-7'), ShippingCarrier: 'UPS', ShippingClass: 'GROUND' },
  ]);
  expect(await isConfirmed(whole)).toEqual({ ok: true, value: true });
});

test('the first of several parcels does not mark the whole order as shipped', async () => {
  const { confirm, parcel, now } = await sold(mugsAndCup);
  await confirm(parcel(1, { MUG: 2 }));
  expect(now()).toEqual(['PartiallyShipped', ['1Z1', { MUG: 2 }]]);
  await confirm(parcel(2, { MUG: 1 }));
  expect(now()).toEqual(['PartiallyShipped', ['1Z1', { MUG: 2 }], ['1Z2', { MUG: 1 }]]);
  await confirm(parcel(3, { CUP: 1 }));
  expect(now()).toEqual(['Shipped', ['1Z3', { CUP: 1 }], ['1Z1', { MUG: 2 }], ['1Z2', { MUG: 1 }]]);
});

test('of a mixed order only what we sent is marked', async () => {
  const { confirm, parcel, now } = await sold([
    { sku: 'MUG', quantity: 1 },
    { sku: 'CUP', quantity: 1, distributionCenterId: 2 },
  ]);
  expect(await confirm(parcel(1, { MUG: 1 }))).toMatchObject(confirmed(1));
  expect(now()).toEqual(['PartiallyShipped', ['1Z1', { MUG: 1 }]]);
  expect(await confirm(parcel(2, { CUP: 1 }))).toMatchObject({ ok: false, failure: { kind: 'rejected' } });
});

test('a bundle is confirmed by its components', async () => {
  const { confirm, parcel, now } = await sold([
    {
      sku: 'SET',
      quantity: 2,
      components: [
        { sku: 'MUG', quantity: 3 },
        { sku: 'CUP', quantity: 1 },
      ],
    },
  ]);
  await confirm(parcel(1, { SET: 1 }));
  expect(now()).toEqual(['PartiallyShipped', ['1Z1', { MUG: 3, CUP: 1 }]]);
  await confirm(parcel(2, { SET: 1 }));
  expect(now()[0]).toBe('Shipped');
});

test('confirming twice marks once', async () => {
  const { confirm, parcel, now } = await sold(mugsAndCup);
  for (const _ of ['once', 'twice']) expect(await confirm(parcel(1, { MUG: 2 }))).toMatchObject(confirmed(1));
  expect(now()).toEqual(['PartiallyShipped', ['1Z1', { MUG: 2 }]]);
});

test('each parcel names its items in one call, with its address of tracking, and makes a fulfilment of its own', async () => {
  const { confirm, parcel, order, control } = await sold(mugsAndCup);
  expect(await confirm(parcel(1, { MUG: 2 }, { trackingUrl: 'https://track.example/1Z1' }))).toMatchObject(confirmed(1));
  expect(await confirm(parcel(2, { MUG: 1, CUP: 1 }))).toMatchObject(confirmed(2));
  expect(order.Fulfillments).toMatchObject([
    { SellerFulfillmentID: sellerIdOf('shipment-2'), TrackingUrl: null, DistributionCenterID: 1, ShippingClass: 'GROUND' },
    { SellerFulfillmentID: sellerIdOf('shipment-1'), TrackingUrl: 'https://track.example/1Z1', DeliveryStatus: 'Complete' },
  ]);
  expect(control.state().channelAdvisor[0]?.counters.operations).toMatchObject({ ship_order: 1, update_fulfillment: 1 });
  expect(control.state().channelAdvisor[0]?.counters.operations).not.toHaveProperty('create_fulfillment');
});

test.each(['drop_after_accept', '500', '429_bare'] as const)(
  'a parcel whose call ends as %s is looked for before it is repeated',
  async (kind) => {
    const { confirm, parcel, now, control, isConfirmed } = await sold(mugsAndCup);
    const part = parcel(1, { MUG: 1 }, { trackingNumber: '' });
    control.faults.add({ target: 'channel_advisor', operation: 'ship_order', kind, times: 1 });
    expect(await confirm(part)).toMatchObject({ ok: false, failure: { kind: 'retry', maybeDone: kind !== '429_bare' } });
    expect(await isConfirmed(part)).toEqual({ ok: true, value: kind === 'drop_after_accept' });
    for (const _ of ['once', 'twice']) expect(await confirm(part)).toMatchObject(confirmed(1));
    expect(now()).toEqual(['PartiallyShipped', ['', { MUG: 1 }]]);
  },
);

test('where something of a line is held or lies elsewhere, its units are moved one by one, so that no other is taken', async () => {
  const { confirm, parcel, orders, order, control } = await sold([
    { sku: 'MUG', quantity: 3 },
    { sku: 'CUP', quantity: 2, distributionCenterId: 4 },
  ]);
  expect(orders.get(order.ID)?.Fulfillments).toHaveLength(2);
  expect(await confirm(parcel(1, { MUG: 1 }))).toMatchObject(confirmed(1));
  expect(control.state().channelAdvisor[0]?.counters.operations).toHaveProperty('ship_order');
  const [open] = order.Fulfillments;
  const held = { ...open, ID: 77, DeliveryStatus: 'Held', Items: open?.Items.map((item) => ({ ...item, ID: item.ID + 50, Quantity: 1 })) };
  orders.changeFulfillments(order, [...order.Fulfillments, held] as typeof order.Fulfillments);
  expect(await confirm(parcel(2, { MUG: 1 }))).toMatchObject(confirmed(2));
  expect(control.state().channelAdvisor[0]?.counters.operations).toMatchObject({ ship_order: 1, create_fulfillment: 1 });
  expect(order.Fulfillments.find(({ ID }) => ID === 77)).toMatchObject({ DeliveryStatus: 'Held', Items: [{ Quantity: 1 }] });
});

const bundle: NewItem[] = [{ sku: 'SET', quantity: 3, components: [{ sku: 'MUG', quantity: 1 }] }];
const steps = ['create_fulfillment', 'move_fulfillment_item', 'update_fulfillment'];
const losses: FaultKind[] = ['drop_after_accept', '500', '429_bare'];
test.each(steps.flatMap((operation) => losses.map((kind) => [operation, kind] as const)))(
  'of a bundle %s that ends as %s is taken up again',
  async (operation, kind) => {
    const { confirm, parcel, now, control, isConfirmed } = await sold(bundle);
    const part = parcel(1, { SET: 2 });
    // What may be repeated is sent twice when the connection breaks.
    control.faults.add({ target: 'channel_advisor', operation, kind, times: operation === 'update_fulfillment' ? 2 : 1 });
    expect(await confirm(part)).toMatchObject({ ok: false, failure: { kind: 'retry', maybeDone: kind !== '429_bare' } });
    control.faults.clear();
    const isDone = await isConfirmed(part);
    expect(isDone).toEqual({ ok: true, value: operation === 'update_fulfillment' && kind === 'drop_after_accept' });
    expect(await confirm(part)).toMatchObject(confirmed(1));
    expect(now()).toEqual(['PartiallyShipped', ['1Z1', { MUG: 2 }]]);
    expect(await confirm(parcel(2, { SET: 1 }))).toMatchObject(confirmed(2));
    expect(now()[0]).toBe('Shipped');
  },
);

test('what was cancelled or marked there in the meantime is not marked again: a person looks', async () => {
  const { confirm, parcel, orders, order, now } = await sold(mugsAndCup);
  orders.change(order, { cancelled: [{ sku: 'MUG', quantity: 2 }] });
  expect(await confirm(parcel(1, { MUG: 2 }))).toEqual({
    ok: false,
    failure: {
      ...{ kind: 'rejected', code: 'other' },
      reason: worded('1 of 2 units of MUG are no longer open there: cancelled, or marked as shipped.'),
    },
  });
  expect(now()).toEqual(['Unshipped']);
});

test('a parcel that a person entered there with its tracking number is confirmed already', async () => {
  const { confirm, parcel, orders, order, now } = await sold(mugsAndCup);
  orders.changeFulfillments(
    order,
    order.Fulfillments.map((one) => ({ ...one, DeliveryStatus: 'Complete' as const, TrackingNumber: '1Z1' })),
  );
  expect(await confirm(parcel(1, { MUG: 3 }))).toMatchObject(confirmed(1));
  expect(now()).toEqual(['Shipped', ['1Z1', { MUG: 3, CUP: 1 }]]);
});

test('of two parcels under one number that a person entered once, as many are confirmed already as it has units for', async () => {
  const { isConfirmed, parcel, orders, order } = await sold([{ sku: 'MUG', quantity: 2 }]);
  const under = { trackingNumber: '1Z-OF-BOTH' };
  const first = parcel(1, { MUG: 1 }, under);
  const second = parcel(2, { MUG: 1 }, { ...under, sameNumber: [{ key: first.key, lines: first.lines }] });
  const enter = (Quantity: number) =>
    orders.changeFulfillments(
      order,
      order.Fulfillments.map((one) => ({
        ...{ ...one, DeliveryStatus: 'Complete' as const, TrackingNumber: '1Z-OF-BOTH' },
        Items: one.Items.map((item) => ({ ...item, Quantity })),
      })),
    );
  enter(1);
  expect([await isConfirmed(first), await isConfirmed(second)]).toEqual([
    { ok: true, value: true },
    { ok: true, value: false },
  ]);
  enter(2);
  expect(await isConfirmed(second)).toEqual({ ok: true, value: true });
});

test('two parcels that went under one tracking number are marked each', async () => {
  const { confirm, parcel, isConfirmed, now } = await sold(mugsAndCup);
  const under = { trackingNumber: '1Z-OF-BOTH' };
  expect(await confirm(parcel(1, { MUG: 2 }, under))).toMatchObject(confirmed(1));
  const second = parcel(2, { MUG: 1, CUP: 1 }, under);
  expect(await isConfirmed(second)).toEqual({ ok: true, value: false });
  for (const _ of ['once', 'twice']) expect(await confirm(second)).toMatchObject(confirmed(2));
  expect(now()).toEqual(['Shipped', ['1Z-OF-BOTH', { MUG: 1, CUP: 1 }], ['1Z-OF-BOTH', { MUG: 2 }]]);
});

test('another carrier than was asked for is sent as the warehouse calls it, and refused where the list lacks it', async () => {
  const { confirm, parcel, order, now } = await sold(mugsAndCup);
  const all = { MUG: 3, CUP: 1 };
  expect(await confirm(parcel(1, all, { carrier: 'Pigeon', method: 'By day' }))).toMatchObject({
    ok: false,
    failure: { kind: 'rejected', reason: worded("The carrier and class Pigeon By day are not in the account's list (400).") },
  });
  expect(now()).toEqual(['Unshipped']);
  expect(await confirm(parcel(1, all, { carrier: 'FEDEX', method: 'OVERNIGHT' }))).toMatchObject(confirmed(1));
  expect(order.Fulfillments).toMatchObject([{ ShippingCarrier: 'FEDEX', ShippingClass: 'OVERNIGHT' }]);
});

test('a parcel of nothing that the channel sold tells it nothing', async () => {
  const { confirm, parcel, now } = await sold(mugsAndCup);
  expect(await confirm(parcel(1, {}))).toMatchObject(confirmed(1));
  expect(now()).toEqual(['Unshipped']);
});

test.each(['Confirmed', 'PickAndPack', 'LabelCreated'] as const)(
  'a parcel that left before the fulfilment became %s is told all the same',
  async (status) => {
    const { confirm, parcel, orders, order, now } = await sold(mugsAndCup);
    orders.change(order, { fulfillments: { DeliveryStatus: status } });
    expect(await confirm(parcel(1, { MUG: 3, CUP: 1 }))).toMatchObject(confirmed(1));
    expect(now()).toEqual(['Shipped', ['1Z1', { MUG: 3, CUP: 1 }]]);
  },
);

test.each([
  ['Held', ''],
  ['LabelCreated', '1Z-of-somebody-else'],
] as const)(
  'what is %s there, or carries a label of somebody else, is not overwritten: a person looks',
  async (DeliveryStatus, TrackingNumber) => {
    const { confirm, parcel, orders, order, now } = await sold(mugsAndCup);
    orders.change(order, { fulfillments: { DeliveryStatus, TrackingNumber } });
    const refused = await confirm(parcel(1, { MUG: 3, CUP: 1 }));
    expect(refused).toMatchObject({
      failure: { reason: wordedWith(new RegExp(` A fulfilment there is ${DeliveryStatus}\\.$`)) },
    });
    expect(now()).toEqual(['Unshipped']);
    orders.change(order, { fulfillments: { DeliveryStatus: 'NoChange', TrackingNumber: '' } });
    expect(await confirm(parcel(1, { MUG: 3, CUP: 1 }))).toMatchObject(confirmed(1));
  },
);
