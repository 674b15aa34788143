import { describe, expect, test } from 'vitest';
import { wordReason } from '../../reasons.ts';
import { sellerIdOf } from './parts.ts';
import { fulfilmentOf, sampleOrder } from './sample.ts';
import { translateOrder } from './translate.ts';

const all = { MUG: 3, CUP: 1 };

function read(changes: object) {
  const reading = { external: new Set([2, 4]), centers: new Map([1, 2, 4].map((id) => [id, `Place ${id}`])) };
  const result = translateOrder({ ...sampleOrder, ...changes }, reading);
  if (!result.ok) throw new Error(wordReason(result.unreadable.reason));
  const units = Object.fromEntries(result.record.lines.map(({ sku, quantity }) => [sku, quantity]));
  return { state: result.record.state, sourceStatus: result.record.sourceStatus, units };
}
const withOne = (fulfilment: object) => read({ Fulfillments: [fulfilmentOf(fulfilment, all)] });

describe('what has begun, is held or goes another way is not packed', () => {
  test.each([
    [{ DeliveryStatus: 'NoChange' }, 'ready', 'Unshipped'],
    [{ DeliveryStatus: 'Held' }, 'held', 'Held'],
    [{ DeliveryStatus: 'Confirmed' }, 'unknown', 'Confirmed'],
    [{ DeliveryStatus: 'PickAndPack' }, 'unknown', 'PickAndPack'],
    [{ DeliveryStatus: 'LabelCreated' }, 'unknown', 'LabelCreated'],
    [{ DeliveryStatus: 'InTransit' }, 'external', 'Unshipped'],
    [{ DeliveryStatus: 'ReadyForPickup' }, 'external', 'Unshipped'],
    [{ DeliveryStatus: 'Complete' }, 'external', 'Unshipped'],
    [{ DeliveryStatus: 'Canceled' }, 'external', 'Unshipped'],
    [{ DeliveryStatus: 'ThirdPartyManaged' }, 'external', 'Unshipped'],
    [{ DeliveryStatus: 'Teleported' }, 'unknown', 'Teleported'],
    [{ DeliveryStatus: 'constructor' }, 'unknown', 'constructor'],
    [{ DeliveryStatus: null }, 'unknown', ''],
    [{ Type: 'Pickup' }, 'external', 'Unshipped'],
    [{ Type: 'ShipToStore' }, 'unknown', 'ShipToStore'],
    [{ Type: 'Courier' }, 'unknown', 'Courier'],
    [{ Type: null }, 'unknown', ''],
    [{ DistributionCenterID: 4 }, 'external', 'Unshipped'],
    [{ DistributionCenterID: 0 }, 'ready', 'Unshipped'],
    [{ DistributionCenterID: 7 }, 'unknown', 'DistributionCenterID 7'],
  ])('%j is %s', (fulfilment, state, sourceStatus) => expect(withOne(fulfilment)).toMatchObject({ state, sourceStatus }));

  test('one held part keeps the whole order', () => {
    const Fulfillments = [fulfilmentOf({}, { MUG: 3 }), fulfilmentOf({ DeliveryStatus: 'Held' }, { CUP: 1 })];
    expect(read({ Fulfillments })).toMatchObject({ state: 'held', units: all });
  });

  test('what somebody else sends keeps nothing, whatever becomes of it', () => {
    const theirs = fulfilmentOf({ DistributionCenterID: 4, DeliveryStatus: 'Held' }, { CUP: 1 });
    expect(read({ Fulfillments: [fulfilmentOf({}, { MUG: 3 }), theirs] })).toMatchObject({ state: 'ready', units: { MUG: 3 } });
  });

  test('what we began ourselves is no work of somebody else', () => {
    const ours = { DeliveryStatus: 'LabelCreated', SellerFulfillmentID: sellerIdOf('shipment-12') };
    expect(read({ Fulfillments: [fulfilmentOf({}, { MUG: 3 }), fulfilmentOf(ours, { CUP: 1 })] })).toMatchObject({ state: 'ready' });
  });
});

describe('a cancellation counts when it has happened, waits while it is undecided, and else is nothing', () => {
  const lineWith = (...Adjustments: object[]) => sampleOrder.Items.map((item) => (item.Sku === 'MUG' ? { ...item, Adjustments } : item));
  const less = { MUG: 2, CUP: 1 };
  test.each([
    ['SubmittedNotProcessed', 'waiting', all],
    ['PendingApproval', 'waiting', all],
    ['ProcessingApproval', 'waiting', all],
    ['ProcessedNotAcknowledged', 'ready', less],
    ['AcknowledgedPostProcessingNotComplete', 'ready', less],
    ['PostProcessingComplete', 'ready', less],
    ['InformationOnly', 'ready', less],
    ['PendingRejection', 'ready', all],
    ['ProcessingRejection', 'ready', all],
    ['RejectionCompleted', 'ready', all],
    ['Error', 'ready', all],
    ['NewRma', 'unknown', all],
    ['ReadyForReturn', 'unknown', all],
    ['PendingReturn', 'unknown', all],
    ['ProcessingReturn', 'unknown', all],
    ['PendingReturnRejection', 'unknown', all],
    ['ProcessingReturnRejection', 'unknown', all],
    ['NoChange', 'unknown', all],
    ['Whatever', 'unknown', all],
    [null, 'unknown', all],
  ])('%s is %s', (RequestStatus, state, units) => {
    const Items = lineWith({ Type: 'Cancellation', RequestStatus, Quantity: 1 });
    expect(read({ Items, Fulfillments: [fulfilmentOf({}, all)] })).toMatchObject({ state, units });
  });

  test('one that does not say how many units waits for a person', () => {
    expect(read({ Items: lineWith({ Type: 'Cancellation', RequestStatus: 'PostProcessingComplete', Quantity: null }) })).toMatchObject({
      ...{ state: 'unknown', units: all },
    });
  });

  test.each([
    ['Refund', 'PendingApproval', 'waiting'],
    ['Refund', 'PostProcessingComplete', 'ready'],
    ['Refund', 'NewRma', 'ready'],
    ['Exchange', 'Error', 'unknown'],
  ])('a %s that is %s is %s, and takes no unit', (Type, RequestStatus, state) => {
    expect(read({ Items: lineWith({ Type, RequestStatus, Quantity: 1 }) })).toMatchObject({ state, units: all });
  });

  test.each([
    ['Cancellation', 'PendingApproval', 'waiting'],
    ['Cancellation', 'PostProcessingComplete', 'unknown'],
    ['Cancellation', 'RejectionCompleted', 'ready'],
    ['Cancellation', 'Error', 'ready'],
    ['Refund', 'SubmittedNotProcessed', 'waiting'],
    ['Refund', 'PostProcessingComplete', 'ready'],
  ])('of the whole order, a %s that is %s is %s', (Type, RequestStatus, state) => {
    expect(read({ Adjustments: [{ Type, RequestStatus, Quantity: null }] })).toMatchObject({ state, units: all });
  });
});

test('what a person has to look at is named before what passes by itself', () => {
  const Fulfillments = [fulfilmentOf({ DeliveryStatus: 'Held' }, { MUG: 3 }), fulfilmentOf({ DeliveryStatus: 'PickAndPack' }, { CUP: 1 })];
  const Adjustments = [{ Type: 'Cancellation', RequestStatus: 'PendingApproval' }];
  expect(read({ Fulfillments, Adjustments })).toMatchObject({ state: 'unknown', sourceStatus: 'PickAndPack' });
});

test('an order that has ended has, whatever was asked before', () => {
  expect(read({ ShippingStatus: 'Shipped', Adjustments: [{ Type: 'Refund', RequestStatus: 'PendingApproval' }] })).toMatchObject({
    state: 'shipped',
  });
});
