import { expect, test } from 'vitest';
import { visit } from '../test/visit.ts';
import { type AdvisorOrder, deliveryStatuses, type NewItem } from './order.ts';

const twoMugsAndCup: NewItem[] = [
  { sku: 'MUG', quantity: 2 },
  { sku: 'CUP', quantity: 1 },
];

async function orderOf(items: NewItem[]) {
  const visited = await visit();
  const [order] = visited.control.advisor().orders.add([{ SiteOrderID: 'N1', items }]);
  if (!order) throw new Error('no order');
  const read = async () =>
    (await visited.channelAdvisor<AdvisorOrder>(`/Orders(${order.ID})?$expand=Items,Fulfillments($expand=Items)`)).body;
  const fulfillment = order.Fulfillments[0];
  if (!fulfillment) throw new Error('no fulfilment');
  const patch = (id: number, body: object) => visited.channelAdvisor(`/Fulfillments(${id})`, { method: 'PATCH', body });
  const move = (id: number | undefined, body: object) => visited.channelAdvisor(`/FulfillmentItems(${id})/Move`, { body });
  const create = (body: object) =>
    visited.channelAdvisor<{ ID: number }>('/Fulfillments', { body: { OrderID: order.ID, ProfileID: order.ProfileID, ...body } });
  return { ...visited, order, fulfillment, read, patch, move, create };
}
const units = ({ Fulfillments }: AdvisorOrder) =>
  Fulfillments.map(({ DeliveryStatus, Items }) => [DeliveryStatus, ...Items.map(({ Sku, Quantity }) => `${Quantity} ${Sku}`)]);

test('a complete fulfilment ships the order', async () => {
  const { fulfillment, patch, read, control } = await orderOf(twoMugsAndCup);
  const parcel = { TrackingNumber: '1Z', ShippingCarrier: 'UPS', ShippingClass: 'GROUND', ShippedDateUtc: '2026-11-20T10:00:00Z' };
  expect((await patch(fulfillment.ID, { DeliveryStatus: 'Complete', SellerFulfillmentID: '7', ...parcel })).status).toBe(204);
  expect(await read()).toMatchObject({ ShippingStatus: 'Shipped', Fulfillments: [{ ...parcel, SellerFulfillmentID: '7' }] });
  expect(control.state().channelAdvisor[0]?.orders).toMatchObject([
    { status: 'Shipped', parcels: [{ sellerId: '7', carrier: 'UPS', trackingNumber: '1Z', units: { MUG: 2, CUP: 1 } }] },
  ]);
});

test('a parcel of some units is a new fulfilment that items move to; the rest stays open', async () => {
  const { fulfillment, patch, move, create, read } = await orderOf(twoMugsAndCup);
  const { status, body } = await create({ DeliveryStatus: 'NoChange', SellerFulfillmentID: '8', DistributionCenterID: 1 });
  expect(status).toBe(201);
  const [mugs, cup] = fulfillment.Items;
  expect((await move(mugs?.ID, { DestinationFulfillmentID: body.ID, Quantity: 1 })).status).toBe(204);
  expect((await move(cup?.ID, { DestinationFulfillmentID: body.ID })).status).toBe(204);
  expect(units(await read())).toEqual([
    ['NoChange', '1 MUG'],
    ['NoChange', '1 MUG', '1 CUP'],
  ]);
  await patch(body.ID, { DeliveryStatus: 'Complete', TrackingNumber: '1Z' });
  const shipped = await read();
  expect([shipped.ShippingStatus, ...units(shipped)]).toEqual(['PartiallyShipped', ['NoChange', '1 MUG'], ['Complete', '1 MUG', '1 CUP']]);
});

test('a shipment names items, makes a fulfilment of them, and leaves the rest open', async () => {
  const { order, read, channelAdvisor } = await orderOf(twoMugsAndCup);
  const ship = (Value: object) => channelAdvisor(`/Orders(${order.ID})/Ship`, { body: { Value } });
  const [mugs] = order.Items;
  const parcel = { TrackingNumber: '1Z', TrackingUrl: 'https://track.example/1Z', SellerFulfillmentID: '9' };
  expect((await ship({ ...parcel, Items: [{ OrderItemID: mugs?.ID, Quantity: 1 }] })).status).toBe(204);
  const part = await read();
  expect(units(part)).toEqual([
    ['NoChange', '1 MUG', '1 CUP'],
    ['Complete', '1 MUG'],
  ]);
  expect(part.Fulfillments[1]).toMatchObject(parcel);
  expect((await ship({ Items: [{ OrderItemID: mugs?.ID, Quantity: 2 }] })).status).toBe(400);
  expect((await ship({ Items: [{ Sku: 'CUP', Quantity: 1 }], Carrier: 'UPS' })).status).toBe(400);
  expect((await ship({})).status).toBe(204);
  expect([(await read()).ShippingStatus, (await ship({})).status]).toEqual(['Shipped', 400]);
});

test('without a DeliveryStatus the whole order is marked as shipped', async () => {
  const { patch, create, read } = await orderOf(twoMugsAndCup);
  const { body } = await create({ DeliveryStatus: 'NoChange' });
  await patch(body.ID, { DeliveryStatus: 'NoChange', TrackingNumber: '1Z' });
  expect(await read()).toMatchObject({ ShippingStatus: 'Unshipped' });
  await patch(body.ID, { TrackingNumber: '1Z' });
  expect(await read()).toMatchObject({ ShippingStatus: 'Shipped' });
});

test('what cannot be is refused', async () => {
  const { order, fulfillment, patch, move, create, control } = await orderOf(twoMugsAndCup);
  const [mugs] = fulfillment.Items;
  const { body } = await create({ DeliveryStatus: 'NoChange' });
  const complete = { DeliveryStatus: 'Complete' };
  const refused = [
    await patch(fulfillment.ID, { ...complete, ShippingCarrier: 'UPS' }),
    await patch(fulfillment.ID, { ...complete, ShippingCarrier: 'Pigeon', ShippingClass: 'GROUND' }),
    await patch(fulfillment.ID, { DeliveryStatus: 'Delivered' }),
    await patch(fulfillment.ID, { ...complete, Carrier: 'UPS' }),
    await move(mugs?.ID, { DestinationFulfillmentID: fulfillment.ID }),
    await move(mugs?.ID, { DestinationFulfillmentID: body.ID, Quantity: 3 }),
    await create({ OrderID: 1 }),
  ];
  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 400));
  expect((await patch(1, complete)).status).toBe(404);
  expect((await move(1, { DestinationFulfillmentID: body.ID })).status).toBe(404);
  control.advisor().orders.cancel(order);
  expect((await patch(fulfillment.ID, complete)).status).toBe(400);
});

test('a mixed order has a fulfilment for what others send, and a bundle is fulfilled by its parts', async () => {
  const { read, fulfillment, patch } = await orderOf([
    { sku: 'SET', quantity: 2, components: [{ sku: 'MUG', quantity: 3 }] },
    { sku: 'CUP', quantity: 1, distributionCenterId: 2 },
  ]);
  expect(await read()).toMatchObject({ DistributionCenterTypeRollup: 'Mixed', ShippingStatus: 'Unshipped' });
  expect(units(await read())).toEqual([
    ['NoChange', '6 MUG'],
    ['ThirdPartyManaged', '1 CUP'],
  ]);
  await patch(fulfillment.ID, { DeliveryStatus: 'Complete' });
  expect(await read()).toMatchObject({ ShippingStatus: 'PartiallyShipped' });
});

test('units that the buyer cancelled are an adjustment, and are not fulfilled', async () => {
  const { read, steer, order, channelAdvisor } = await orderOf(twoMugsAndCup);
  await steer(`/channel_advisor/orders/${order.ID}`, { method: 'PATCH', body: { cancelled: [{ sku: 'MUG', quantity: 1 }] } });
  expect(units(await read())).toEqual([['NoChange', '1 MUG', '1 CUP']]);
  const { body } = await channelAdvisor(`/Orders(${order.ID})?$expand=Items($expand=Adjustments)`);
  expect(body).toMatchObject({ Items: [{ Quantity: 2, Adjustments: [{ Type: 'Cancellation', Quantity: 1 }] }, { Adjustments: [] }] });
});

test('a fulfilment takes each status, and what is held or managed by others is not completed', async () => {
  const visited = await orderOf(twoMugsAndCup);
  const { fulfillment, patch, move, create, read } = visited;
  const { body } = await create({ DeliveryStatus: 'NoChange', Type: 'Ship' });
  const [mugs] = fulfillment.Items;
  for (const DeliveryStatus of deliveryStatuses.filter((one) => one !== 'NoChange' && one !== 'Canceled')) {
    expect((await patch(fulfillment.ID, { DeliveryStatus })).status, DeliveryStatus).toBe(204);
    expect((await move(mugs?.ID, { DestinationFulfillmentID: body.ID, Quantity: 1 })).status, DeliveryStatus).toBe(400);
    const isShut = ['Held', 'ThirdPartyManaged'].includes(DeliveryStatus);
    expect((await patch(fulfillment.ID, { DeliveryStatus: 'Complete', TrackingNumber: '1Z' })).status).toBe(isShut ? 400 : 204);
    await patch(fulfillment.ID, { DeliveryStatus: 'NoChange' });
  }
  expect(await read()).toMatchObject({ ShippingStatus: 'Unshipped' });
});
