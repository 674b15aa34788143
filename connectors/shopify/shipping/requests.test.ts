import { expect, onTestFinished, test } from 'vitest';
import type { ShipDecision } from '../../contract.ts';
import { had } from '../../contract-suite/opened.ts';
import { gid, listOf, place, rawOrder, rawPart } from '../edge.ts';
import { openShop } from '../opened.ts';

const service = { assignedLocation: place(1, 'Hull', true), requestStatus: 'SUBMITTED' };
const request = (id: number) => ({ shipRequests: { nodes: [{ id: gid('FulfillmentOrderMerchantRequest', id) }] } });
const declined = { decision: 'declined', why: 'unknown_sku', message: 'SKU CUP is not linked.' } as const;

const orderOf = (...parts: object[]) => rawOrder(1, { fulfillmentOrders: listOf(parts.map((part, at) => rawPart(at + 1, { ...part }))) });

async function asking(...parts: object[]) {
  const { orders, edge } = await openShop({ orders: [orderOf(...parts)] });
  onTestFinished(edge.stop);
  const { shipRequest } = had(await orders.get('1'));
  const decide = async (decision: Pick<ShipDecision, 'decision'>, handle = shipRequest?.handle ?? gid('FulfillmentOrder', 1)) =>
    orders.decideShip?.({ remoteOrderId: '1', requestId: '7', handle, ...decision } as ShipDecision) ?? expect.unreachable();
  const told = () =>
    edge.asked().flatMap(({ operation, variables: { after: _, ...said } }) => (operation === 'Order' ? [] : [{ operation, ...said }]));
  return { shipRequest, decide, told };
}

test('what a fulfilment service is asked to ship is accepted, each fulfilment order of ours by itself', async () => {
  const { shipRequest, decide, told } = await asking(
    { ...service, ...request(7) },
    { ...service, ...request(8) },
    { ...service, ...request(9), assignedLocation: place(3, 'York', true) },
  );
  expect(shipRequest).toEqual({ id: '7,8', handle: `${gid('FulfillmentOrder', 1)},${gid('FulfillmentOrder', 2)}` });
  had(await decide({ decision: 'accepted' }));
  expect(told()).toEqual([
    { operation: 'AcceptRequest', id: gid('FulfillmentOrder', 1) },
    { operation: 'AcceptRequest', id: gid('FulfillmentOrder', 2) },
  ]);
});

test('one is declined with the reason, and what was accepted before is given back to the seller', async () => {
  const { decide, told } = await asking({ ...service, ...request(7) }, { ...service, status: 'IN_PROGRESS', requestStatus: 'ACCEPTED' });
  had(await decide(declined, `${gid('FulfillmentOrder', 1)},${gid('FulfillmentOrder', 2)}`));
  const { message } = declined;
  expect(told()).toEqual([
    { operation: 'DeclineRequest', id: gid('FulfillmentOrder', 1), reason: 'INVALID_SKU', message },
    { operation: 'GiveUp', id: gid('FulfillmentOrder', 2), message },
  ]);
});

const accepted = { ...service, status: 'IN_PROGRESS', requestStatus: 'ACCEPTED' };
const heldBy = (heldByRequestingApp: boolean) => ({
  ...{ status: 'ON_HOLD', fulfillmentHolds: [{ id: gid('FulfillmentHold', 5), heldByRequestingApp }] },
});

test.each([
  ['waits for a reply', service, 'DeclineRequest'],
  ['was accepted', { ...accepted, status: 'OPEN' }, 'GiveUp'],
])('one that %s and that we hold is released before it is declined', async (_, then, told) => {
  const { orders, edge, shop } = await openShop({ orders: [orderOf({ ...then, ...heldBy(true) })] });
  onTestFinished(edge.stop);
  shop.replies.Release = () => {
    shop.orders = [orderOf(then)];
    return undefined;
  };
  const decided = await orders.decideShip?.({ remoteOrderId: '1', requestId: '7', handle: gid('FulfillmentOrder', 1), ...declined });
  had(decided ?? expect.unreachable());
  expect(edge.asked().flatMap(({ operation }) => (operation === 'Order' ? [] : [operation]))).toEqual(['Release', told]);
});

test('what is asked back in part is given back with the rest that is declined', async () => {
  const { decide, told } = await asking({ ...accepted, requestStatus: 'CANCELLATION_REQUESTED' }, accepted);
  had(await decide(declined, `${gid('FulfillmentOrder', 1)},${gid('FulfillmentOrder', 2)}`));
  expect(told().map(({ operation }) => operation)).toEqual(['AcceptCancel', 'GiveUp']);
});

test('what somebody else holds is not declined, and it is said that it has to be released there', async () => {
  const { decide, told } = await asking({ ...accepted, ...heldBy(false) });
  expect(await decide(declined)).toMatchObject({ ok: false, failure: { kind: 'rejected', reason: { code: 'shopify.request_on_hold' } } });
  expect(told()).toEqual([]);
});

test.each([
  ['a location of the shop’s own', { assignedLocation: place(1, 'Leeds'), requestStatus: 'UNSUBMITTED' }],
  ['one on hold', { ...service, status: 'ON_HOLD' }],
  ['what was accepted', { ...service, status: 'IN_PROGRESS', requestStatus: 'ACCEPTED' }],
  ['what was taken back', { ...service, requestStatus: 'CANCELLATION_ACCEPTED' }],
])('%s asks for nothing, and no acceptance is told', async (_, part) => {
  const { shipRequest, decide, told } = await asking(part);
  expect(shipRequest).toBeUndefined();
  expect(await decide({ decision: 'accepted' })).toMatchObject({ ok: false, failure: { kind: 'not_found' } });
  expect(told()).toEqual([]);
});
