import { expect, test } from 'vitest';
import { buildShop, ofOrders, type Shop } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { splitShop } from '../../../../test/shop/split-shop.ts';
import { shipAll } from '../../../../test/shop/warehouse.ts';
import { listCauses } from '../../../shared/issues/queries.ts';
import { linkProduct } from '../../links/saving/commands.ts';
import { actOnOrder } from '../actions.ts';
import { getOrder } from '../detail/queries.ts';
import { rowsOf } from '../finding/rows.ts';

const own = testDatabase();

type Change = Parameters<ReturnType<Shop['sandbox']['control']['seller']>['change']>;

/** What a person does with order 1001 of a shop, of which a page that they read is not read again by itself. */
function desk<S extends Shop>(shop: S, sold: Change[0]) {
  const now = () => shop.order('1001');
  const change = async (to: Change[1]) => {
    shop.sandbox.control.seller().change(sold, to);
    await shop.read('orders');
  };
  const look = async (subject: string) => {
    const { id } = await now();
    const order = await shop.inTenant((tenant) => getOrder(tenant, id));
    return order?.issues.find((issue) => issue.subject === subject)?.seen ?? undefined;
  };
  const keep = async (seen: string | undefined) => {
    const { id } = await now();
    return shop.inTenant((tenant) => actOnOrder(tenant, id, 'keep-as-sent', { seen }));
  };
  return { ...shop, sold, now, change, look, keep };
}

/** Order 1001 is with the warehouse. */
async function released(item = { sku: 'MUG', quantity: 1 }) {
  const shop = await buildShop(own, { reads: ofOrders, limits: { shipStation: 400 } });
  const [sold] = shop.sell({ orderNumber: '1001', items: [item] });
  if (!sold) throw new Error('nothing was sold');
  await shop.sync();
  return desk(shop, sold);
}

const addUnits = ({ sold: { items } }: { sold: { items: { quantity: number }[] } }, units: number) =>
  ({ items: items.map((item) => ({ ...item, quantity: item.quantity + units })) }) as Change[1];
const marks = ({ sandbox }: Shop) => sandbox.control.state().shipStation[0]?.orders.map((order) => order.marks);

test('a person decides about the change whose button they press: goods that the channel added are not decided by it', async () => {
  const shop = await released();
  await shop.change({ customerNotes: 'Wrap it' });
  const seen = await shop.look('order');
  await shop.change(addUnits(shop, 3));
  await shipAll(shop);
  expect((await shop.now()).issues.toSorted()).toEqual(['changed_after_release:added', 'changed_after_release:order']);
  const { message } = await shop.keep(seen);
  await shop.flow();
  expect([(await shop.now()).issues, marks(shop)]).toEqual([['changed_after_release:added'], [0]]);
  expect(message).toBe(`${(await shop.now()).order_number} is kept as it was sent. It goes on waiting: 1 other issue is open.`);
  await shop.keep(await shop.look('added'));
  await shop.engine.runJobs();
  await shop.flow();
  expect([(await shop.now()).issues, marks(shop)]).toEqual([[], [1]]);
});

test('a second change in the same words since a person looked is not decided: they look once more', async () => {
  const shop = await desk(...(await splitThere()));
  await shop.change({ customerNotes: 'Wrap it' });
  const seen = await shop.look('order');
  await shipAll(shop);
  await shop.change({ customerNotes: 'Do not send it' });
  const { order_number } = await shop.now();
  await expect(shop.keep(seen)).rejects.toMatchObject({
    ...{ status: 409, code: 'changed_meanwhile', message: `${order_number} changed again: look at it once more.` },
  });
  await shop.tidy();
  await shop.flow();
  expect([shop.goods(), (await shop.now()).issues]).toEqual([['2 MUG'], ['changed_after_release:order']]);
  expect((await shop.keep(await shop.look('order'))).message).toBe(`${order_number} is kept as it was sent.`);
  await shop.tidy();
  await shop.flow();
  expect(shop.goods()).toEqual(['2 MUG', '1 MUG, 1 CUP']);
});

test('what a colleague has decided is not what came since', async () => {
  const shop = await released();
  await shop.change({ customerNotes: 'Wrap it' });
  const seen = await shop.look('order');
  await shop.keep(seen);
  await expect(shop.keep(seen)).rejects.toMatchObject({ status: 404 });
  await shop.change({ customerNotes: 'Do not wrap it' });
  await expect(shop.keep(seen)).rejects.toMatchObject({ status: 409, code: 'decided' });
  await expect(shop.keep('')).rejects.toMatchObject({ status: 409 });
  expect((await shop.now()).issues).toEqual(['changed_after_release:order']);
});

test('what is kept of a change at the channel is still corrected there when a mapping changes', async () => {
  const shop = await released({ sku: 'TEAPOT', quantity: 2 });
  const link = async (units: number) => {
    const [product] = await own.sql(`select id from products where account_id = $1 and sku = 'CUP'`, [shop.accountId]);
    await shop.inTenant((tenant) =>
      linkProduct(tenant, { connectionId: shop.channelId, sku: 'TEAPOT', productId: Number(product?.id), units }),
    );
    await shop.engine.passTime();
    await shop.engine.runJobs();
  };
  await link(1);
  const { floor, orders } = shop.sandbox.control.client();
  for (const order of orders.rows.values()) floor.advance(order);
  await shop.sync();
  await link(6);
  await shop.change({ customerNotes: 'Wrap it' });
  expect((await shop.now()).issues.toSorted()).toEqual(['changed_after_release:mapping', 'changed_after_release:order']);
  await shop.keep(await shop.look('order'));
  const isKept = 'select kept from warehouse_orders where account_id = $1';
  expect([(await shop.now()).issues, await own.sql(isKept, [shop.accountId])]).toEqual([
    ['changed_after_release:mapping'],
    [{ kept: false }],
  ]);
  await shop.keep(await shop.look('mapping'));
  expect([(await shop.now()).issues, await own.sql(isKept, [shop.accountId])]).toEqual([[], [{ kept: true }]]);
});

test('the list, Home and the page of the order name the same; of another type nothing is named', async () => {
  const shop = await released();
  shop.sell({ orderNumber: '1002', items: [{ sku: 'UNKNOWN', quantity: 1 }] });
  await shop.change({ customerNotes: 'Wrap it' });
  await shop.sync();
  const { id } = await shop.now();
  const { id: other } = await shop.order('1002');
  const rows = await shop.inTenant((tenant) => rowsOf(tenant, [id, other]));
  const { groups } = await shop.inTenant((tenant) => listCauses(tenant));
  const seenAt = (type: string) => groups.find((group) => group.type === type)?.causes[0]?.seen;
  const seen = await shop.look('order');
  expect(seen).toMatch(/^\d+\.[\da-f]{20}$/);
  expect([rows.map(({ issue }) => issue?.seen), seenAt('changed_after_release'), seenAt('unmapped_sku')]).toEqual([
    [seen, null],
    seen,
    null,
  ]);
});

/** Order 1001 goes in two parcels, of which the first is with the warehouse. */
async function splitThere() {
  const shop = await splitShop(own);
  await shop.split({ MUG: 1, CUP: 1 });
  await shop.open();
  return [shop, shop.sold as never] as const;
}
