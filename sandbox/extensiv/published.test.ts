import { expect, onTestFinished, test } from 'vitest';
import { strayIn, unseen } from './published.ts';
import { startWarehouse } from './try.ts';

type Item = { readOnly: object };
type Reply = { readOnly: { orderId?: number; receiverId?: number }; _embedded: Record<string, [Item & { _embedded: object }]> };
const relation = (name: string) => `http://api.3plCentral.com/rels/${name}`;
const within = (reply: { _embedded: Record<string, [object]> }, name: string) =>
  reply._embedded[relation(name)]?.[0] ?? expect.unreachable(name);

/** A caller that has signed in, and sends each write with the version that it has read. */
async function open() {
  const { sandbox, customer } = await startWarehouse();
  onTestFinished(sandbox.stop);
  const basic = Buffer.from('demo-extensiv-client:demo-extensiv-secret').toString('base64');
  const form = { grant_type: 'client_credentials', user_login: 'crossdock', tpl: '{01234567-89ab-cdef-0123-456789abcdef}' };
  const granted = await fetch(`${sandbox.origin}/extensiv/AuthServer/api/Token`, {
    ...{ method: 'POST', headers: { authorization: `Basic ${basic}` }, body: new URLSearchParams(form) },
  });
  const { access_token } = (await granted.json()) as { access_token: string };
  const call = async <T = Reply>(path: string, body?: object, method = body ? 'POST' : 'GET') => {
    const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' };
    const reply = await fetch(`${sandbox.origin}/extensiv${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    return (await reply.json()) as T;
  };
  return { customer, call };
}

const facility = { customerIdentifier: { id: 143 }, facilityIdentifier: { id: 2 } };
const goods = [{ itemIdentifier: { sku: 'MUG' }, qty: 2, externalId: 'l-1' }];

test('orders, their items and cartons, and the reply to a hold have the published fields', async () => {
  const { customer, call } = await open();
  const { readOnly } = await call('/orders', {
    ...facility,
    deferNotification: false,
    referenceNum: 'CD-1',
    shipTo: {},
    orderItems: goods,
  });
  const held = await call<object>('/orders/orderholder?holdReason=waits', { orderIdentifiers: [{ id: readOnly.orderId }] }, 'PUT');
  expect(strayIn('holding', held)).toEqual([]);
  customer.ship(customer.orders.get(readOnly.orderId) ?? expect.unreachable());
  const order = await call(`/orders/${readOnly.orderId}?detail=OrderItems,Packages`);
  const item = within(order, 'orders/item') as Item;
  const carton = within(await call(`/orders/${readOnly.orderId}/packages`), 'orders/package') as Reply;
  const { _embedded, ...itself } = carton;
  expect(strayIn('orderReadOnly', order.readOnly)).toEqual(unseen.toReversed());
  expect([
    ...[...strayIn('orderItem', item), ...strayIn('orderItemReadOnly', item.readOnly), ...strayIn('package', itself)],
    ...strayIn('packageContent', within({ _embedded }, 'orders/packagecontent')),
  ]).toEqual([]);
});

test('receivers, their items and what lies in stock have the published fields', async () => {
  const { customer, call } = await open();
  const { readOnly } = await call('/inventory/receivers', { ...facility, referenceNum: 'CD-P1', receiveItems: goods });
  const kept = customer.receivers.get(readOnly.receiverId) ?? expect.unreachable();
  customer.receive(kept, 1);
  customer.close(kept);
  const receiver = await call(`/inventory/receivers/${readOnly.receiverId}?detail=ReceiveItems`);
  const item = within(receiver, 'inventory/receiveritem') as Item;
  const stock = await call('/inventory/stockdetails?customerid=143&facilityid=2');
  expect([
    ...[
      ...strayIn('receiverReadOnly', receiver.readOnly),
      ...strayIn('receiveItem', item),
      ...strayIn('receiveItemReadOnly', item.readOnly),
    ],
    ...strayIn('stockDetail', stock._embedded.item?.[0] ?? expect.unreachable()),
  ]).toEqual([]);
});
