import { expect, test } from 'vitest';
import { withoutPerson } from '../../../../platform/tenant.ts';
import { addAccount } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { addConnection, addIssues, addLines, addOrders } from '../../../../test/shop/rows.ts';
import { splitShop } from '../../../../test/shop/split-shop.ts';
import { splittingShop } from '../../../../test/shop/splits.ts';
import { issueTypes, remedyFor } from '../../../shared/issues/issue.ts';
import { seenOfShared } from '../../../shared/issues/seen-goods.ts';
import type { OrderAction } from '../../order-flow/contract/orders.ts';
import { compareOrders } from '../../order-flow/shared-goods/queries.ts';
import { actOnOrder } from '../actions.ts';
import { getOrder } from '../detail/queries.ts';

const own = testDatabase();
const again = (number: string) => ({ status: 409, code: 'changed_meanwhile', message: `${number} changed again: look at it once more.` });

/** An order with an issue, as a person sees it and decides about it. */
async function orderWith(type: string, subject = 'it') {
  const { accountId } = await addAccount(own);
  const connection_id = await addConnection(own, accountId);
  const [order_id = 0] = await addOrders(own, accountId, connection_id, [{ order_status: 'error', open_issues: 1, blocking_issues: 1 }]);
  await addLines(own, accountId, order_id, [{ sku: 'CUP', quantity: 2 }]);
  await addIssues(own, accountId, [{ order_id, connection_id, type, subject, blocking: true }]);
  const within = <T>(work: Parameters<typeof withoutPerson<T>>[2]) => withoutPerson(own.database, accountId, work);
  const look = async () => {
    const order = await within((tenant) => getOrder(tenant, order_id));
    return { number: order?.order_number ?? '', seen: order?.issues[0]?.seen ?? null };
  };
  const act = (action: OrderAction, seen: string | null) =>
    within((tenant) => actOnOrder(tenant, order_id, action, { seen: seen ?? undefined }));
  return { order_id, look, act };
}

test.each([
  ['shared_goods', 'goods', ['ship-too', 'same-goods']],
  ['found_otherwise', 'found', ['take-over', 'new-reference']],
  ['second_parcel', 'doubt', ['end-second']],
  ['twin_not_sent', 'twin', ['ship-too', 'same-goods']],
  ['former_warehouse', 'former_warehouse', ['send-anew', 'end-here']],
  ['changed_after_release', 'rest', ['send-anew', 'keep-as-sent']],
  ['changed_after_release', 'sale', ['keep-as-sent', 'cancel']],
  ['changed_after_release', 'parcel:P1', ['keep-as-sent', 'cancel']],
] as const)(
  'what is decided about %s:%s is about the goods that the person saw: others are looked at once more',
  async (type, subject, actions) => {
    const { order_id, look, act } = await orderWith(type, subject);
    const { seen, number } = await look();
    expect(seen).toMatch(/^\d+\./);
    await own.sql('update order_lines set quantity = 5 where order_id = $1', [order_id]);
    for (const action of actions) await expect(act(action, seen)).rejects.toMatchObject(again(number));
    const { seen: of } = await look();
    await own.sql('update orders set units_shipped = 1 where id = $1', [order_id]);
    for (const action of actions) await expect(act(action, of)).rejects.toMatchObject(again(number));
  },
);

test('of a record whose remedy is a decision whether goods leave, there is something to name as seen', async () => {
  const decided = new Set([
    'compare_orders',
    'decide_found',
    'decide_second',
    'decide_twin',
    'decide_former',
    'decide_rest',
    'decide_taken_back',
  ]);
  const subjects = ['it', 'rest', 'sale', 'parcel:P1'];
  const all = issueTypes.flatMap((type) => subjects.map((subject) => ({ type, subject }))).filter((issue) => decided.has(remedyFor(issue)));
  expect(all.length).toBeGreaterThan(decided.size);
  for (const { type, subject } of all)
    expect([type, (await (await orderWith(type, subject)).look()).seen]).toEqual([type, expect.any(String)]);
});

test('nobody decides about what a colleague has decided', async () => {
  const { order_id, look, act } = await orderWith('former_warehouse');
  const { seen } = await look();
  await own.sql('update issues set closed_at = now() where order_id = $1', [order_id]);
  await expect(act('send-anew', seen)).rejects.toMatchObject({ status: 409, code: 'nothing_to_decide' });
  await expect(act('send-anew', '')).rejects.toMatchObject({ status: 409, code: 'nothing_to_decide' });
});

test('of orders that are compared, the goods of the other are what was seen too', async () => {
  const shop = await splittingShop(own);
  const { mugs } = shop.two();
  await shop.sync();
  const part = shop.seller.split(mugs, [{ sku: 'MUG', quantity: 1 }]);
  await shop.sync();
  const { id, order_number } = await shop.row(part);
  const look = () => shop.inTenant((tenant) => seenOfShared(tenant, id));
  const act = (seen: string | null) => shop.inTenant((tenant) => actOnOrder(tenant, id, 'same-goods', { seen: seen ?? '' }));
  const seen = await look();
  const [other] = await shop.inTenant((tenant) => compareOrders(tenant, id));
  expect(other).toMatchObject({ relation: 'parent' });
  await own.sql('update order_lines set quantity = quantity + 1 where order_id = $1', [other?.id]);
  await expect(act(seen)).rejects.toMatchObject(again(order_number));
  expect(await act(await look())).toMatchObject({ order_status: 'cancelled' });
});

test('a second parcel is sent as it was seen', async () => {
  const shop = await splitShop(own);
  await shop.split({ CUP: 1 });
  await shop.open();
  const { floor, orders } = shop.sandbox.control.client();
  for (const _ of [1, 2, 3]) for (const order of [...orders.rows.values()]) floor.advance(order);
  shop.sandbox.control.seller().change(shop.sold as never, { orderStatus: 'cancelled' });
  await shop.sync();
  await shop.tidy();
  const { id, order_number } = await shop.order('1001');
  // Whether the cancellation was asked for depends on whether the parcel was read first.
  await own.sql(`update orders set source_state = 'ready', gone_at = now(), cancel_requested_at = null where id = $1`, [id]);
  await shop.tidy();
  const look = async () => {
    const order = await shop.inTenant((tenant) => getOrder(tenant, id));
    return order?.issues.find(({ type }) => type === 'second_parcel')?.seen ?? '';
  };
  const seen = await look();
  await own.sql(`update order_lines set quantity = 2, later_quantity = 2 where order_id = $1 and sku = 'CUP'`, [id]);
  const send = (as: string) => shop.inTenant((tenant) => actOnOrder(tenant, id, 'send-second', { seen: as }));
  await expect(send(seen)).rejects.toMatchObject(again(order_number));
  expect((await send(await look())).message).toBe(`The second parcel of ${order_number} is on its way to the warehouse.`);
});
