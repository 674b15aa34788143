import { expect, test } from 'vitest';
import { linedOrder } from '../../../../test/shop/lined-order.ts';
import { addConnection, addLines, addOrder, addProducts } from '../../../../test/shop/rows.ts';
import { testWeb } from '../../../../test/web.ts';

const own = testWeb();
const shop = linedOrder(own);

const save = (lineItems: unknown[], order: Record<string, unknown> = {}, by = shop.ann) =>
  own.as(by, { method: 'PUT', url: '/api/orders/save', payload: { order: { id: shop.orderId, lineItems, ...order } } });
const saveLines = (lineItems: unknown, more: Record<string, unknown> = {}) =>
  own.as(shop.ann, { method: 'POST', url: '/api/orders/lineItems', payload: { lineItems, order_id: shop.orderId, ...more } });
const untouched = { MUG: 2, CUP: 1, TEAPOT: 3 };

test('quantities, removals and new products are saved with the fields, in one', async () => {
  const reply = await save(
    [
      { id: shop.line('MUG'), quantity: 5 },
      { id: shop.line('CUP'), isDelete: true },
      { id: shop.line('TEAPOT'), isDelete: true },
      { isNewItem: true, product_id: shop.product('POT'), quantity: 3 },
    ],
    { city: 'Paris' },
  );
  expect(reply.statusCode).toBe(200);
  expect(reply.json()).toMatchObject({
    success: true,
    updatedBy: 'Person 1',
    changed: ['city', 'lines'],
    revision: shop.revision + 1,
    order_status: 'error',
    lineItems: [
      { sku: 'MUG', quantity: 5, source_quantity: 2 },
      { sku: 'POSTAGE', is_charge: true },
      { sku: 'POT', quantity: 3, source_quantity: 0, mapped_sku_js: 'POT', isMissing: false },
    ],
  });
  expect(await shop.read()).toMatchObject({
    city: 'Paris',
    units_ordered: 8,
    edited_fields: ['city', 'lines'],
    updatedBy: 'Person 1',
    // The channel's own line.
    total_cost: '10.0000',
  });
});

test('a line that is not named stays, and one that is named as it is changes nothing', async () => {
  const reply = await save([{ id: shop.line('MUG'), quantity: 2 }, { id: shop.line('CUP') }, { id: shop.line('POSTAGE'), quantity: 1 }]);
  expect(reply.json()).toMatchObject({ changed: [], revision: shop.revision });
  expect(await shop.read()).toMatchObject({ edited_fields: [], events: [] });
  expect(await shop.quantities()).toEqual(untouched);
});

test('a product that is on the order already raises its line, and a new one is one unit unless said otherwise', async () => {
  await save([
    { isNewItem: true, product_id: shop.product('MUG'), quantity: 3 },
    { id: shop.line('CUP'), quantity: 4 },
    { product_id: shop.product('CUP'), quantity: 2 },
    { sku: 'POT', quantity: 2 },
    { isNewItem: true, sku: 'POT' },
    { isNewItem: true, sku: 'LID', isDelete: true },
  ]);
  expect(await shop.quantities()).toEqual({ MUG: 5, CUP: 6, TEAPOT: 3, POT: 3 });
});

test('a product that is added before the order was checked raises the line that its SKU is linked to', async () => {
  const { ann, channelId, orderId } = shop;
  await own.sql('update order_lines set product_id = null, mapped_sku = null where account_id = $1 and order_id = $2', [
    ann.accountId,
    orderId,
  ]);
  await own.sql(
    'insert into connector_products (account_id, connection_id, connector_product_sku, product_id) values ($1, $2, $3, $4) on conflict do nothing',
    [ann.accountId, channelId, 'CUP', shop.product('CUP')],
  );
  await own.sql('update orders set checked_at = null where id = $1', [orderId]);
  expect((await save([{ isNewItem: true, product_id: shop.product('CUP'), quantity: 2 }])).statusCode).toBe(200);
  const cups = (await shop.read()).lines.filter(({ sku }) => sku === 'CUP').map(({ id, quantity }) => [id, quantity]);
  expect(cups).toEqual([[shop.line('CUP'), 3]]);
});

test('a line is removed whatever it was sold for', async () => {
  const mug = shop.line('MUG');
  await own.sql(`update order_lines set quantity = 1000000, unit_price = 9999999999.9999 where id = $1`, [mug]);
  expect((await saveLines([{ id: mug, isDelete: true }])).statusCode).toBe(200);
  const removed = await own.sql('select removed_worth from order_events where order_id = $1 and removed_worth is not null', [shop.orderId]);
  expect(removed).toEqual([{ removed_worth: '9999999999999900.0000' }]);
});

test('a removed product that is added again comes back as a line of its own', async () => {
  await save([
    { id: shop.line('MUG'), isDelete: true },
    { isNewItem: true, product_id: shop.product('MUG'), quantity: 7 },
  ]);
  expect(await shop.quantities()).toEqual({ MUG: 7, CUP: 1, TEAPOT: 3 });
  expect((await shop.read()).lines.find(({ sku }) => sku === 'MUG')?.id).not.toBe(shop.line('MUG'));
});

test('an order keeps a line: the last one cannot be removed, only replaced', async () => {
  const all = ['MUG', 'CUP', 'TEAPOT'].map((sku) => ({ id: shop.line(sku), isDelete: true }));
  const refused = await save(all);
  expect([refused.statusCode, refused.json()]).toEqual([
    422,
    { lineItems: ['An order keeps at least one line. To send nothing, cancel the order.'] },
  ]);
  expect(await shop.quantities()).toEqual(untouched);
  expect((await save([...all, { isNewItem: true, sku: 'POT' }])).statusCode).toBe(200);
  expect(await shop.quantities()).toEqual({ POT: 1 });
});

const wholeUnits = 'The quantity must be a whole number from 1 to 1,000,000.';
test.each([0, -1, 1.5, 1_000_001, '2', 'many', true, null])(
  'a quantity of %s is refused, and nothing else of the save is written',
  async (quantity) => {
    const reply = await saveLines([
      { id: shop.line('MUG'), quantity: 9 },
      { id: shop.line('CUP'), quantity },
    ]);
    expect([reply.statusCode, reply.json()]).toEqual([422, { 'lineItems.1.quantity': [wholeUnits] }]);
    expect(await shop.quantities()).toEqual(untouched);
  },
);

test('a value that no order can have is refused by its index in the list', async () => {
  const { ann } = shop;
  const others = await addProducts(own, await own.account('Other'), ['THEIRS']);
  for (const [item, sentence] of [
    [{ id: shop.line('POSTAGE'), quantity: 2 }, 'A POSTAGE is a charge of the channel and cannot be changed here.'],
    [{ id: shop.line('POSTAGE'), isDelete: true }, 'A POSTAGE is a charge of the channel and cannot be changed here.'],
    [{ isNewItem: true }, 'A new line needs a product.'],
    [{ isNewItem: true, product_id: others.get('THEIRS') }, 'This product does not exist.'],
    [{ isNewItem: true, sku: 'THEIRS' }, 'There is no product THEIRS.'],
    [{ isNewItem: true, sku: 'MUG', quantity: 999_999 }, 'MUG would come to more than 1,000,000 units.'],
  ] as const) {
    const reply = await save([{ id: shop.line('CUP'), quantity: 8 }, item], {}, ann);
    expect([reply.statusCode, reply.json()], JSON.stringify(item)).toEqual([422, { 'lineItems.1': [sentence] }]);
  }
  expect(await shop.quantities()).toEqual(untouched);
});

test('lines of other orders and orders of other accounts are not found', async () => {
  const { accountId } = shop.ann;
  const other = await addLines(own, accountId, await addOrder(own, accountId, shop.channelId), [{ sku: 'MUG', quantity: 1 }]);
  const foreign = await own.account('Foreign');
  const theirOrder = await addOrder(own, foreign, await addConnection(own, foreign));
  const theirs = await addLines(own, foreign, theirOrder, [{ sku: 'MUG', quantity: 1 }]);
  for (const item of [
    { id: other.get('MUG'), quantity: 5 },
    { id: other.get('MUG'), isDelete: true },
    { id: theirs.get('MUG'), quantity: 5 },
  ]) {
    const reply = await saveLines([{ id: shop.line('MUG'), quantity: 9 }, item]);
    expect([reply.statusCode, reply.json()]).toEqual([404, { errorMessage: 'This line is not on the order.', code: 'not_found' }]);
  }
  const notMine = await saveLines([{ id: theirs.get('MUG'), quantity: 5 }], { order_id: theirOrder });
  expect([notMine.statusCode, notMine.json().errorMessage]).toEqual([404, 'This order does not exist.']);
  expect(await shop.quantities()).toEqual(untouched);
  const rows = await own.sql('select quantity from order_lines where id = any($1)', [[other.get('MUG'), theirs.get('MUG')]]);
  expect(rows).toEqual([{ quantity: 1 }, { quantity: 1 }]);
});

test('the call that saves only lines returns them, and refuses another account or person in the body', async () => {
  const { ann, ben } = shop;
  const lineItems = [{ id: shop.line('MUG'), quantity: 5 }];
  for (const wrong of [{ account_id: ann.accountId + 1 }, { user: ben.userId }, { user: { id: ben.userId } }]) {
    const reply = await saveLines(lineItems, { account_id: ann.accountId, user: ann.userId, ...wrong });
    expect([reply.statusCode, reply.json().errorMessage]).toEqual([403, 'This belongs to another account.']);
  }
  expect(await shop.quantities()).toEqual(untouched);
  const reply = await saveLines(lineItems, { account_id: ann.accountId, user: { id: ann.userId, name: 'Ann' } });
  expect(reply.statusCode).toBe(200);
  expect(reply.json()).toMatchObject({ success: true, updatedBy: 'Person 1', changed: ['lines'] });
  expect(reply.json().lineItems.map(({ quantity }: { quantity: number }) => quantity)).toEqual([5, 1, 3, 1]);
});

test('an order that is with the warehouse, on its way there, or has ended is no longer edited', async () => {
  const item = [{ id: shop.line('MUG'), quantity: 5 }];
  const [parcel] = await own.sql<{ id: string }>(
    `insert into warehouse_orders (account_id, connection_id, reference) values ($1, $2, 'CD-1') returning id`,
    [shop.ann.accountId, await addConnection(own, shop.ann.accountId, 'warehouse')],
  );
  for (const [facts, sentence] of [
    [`warehouse_order_id = ${parcel?.id}`, 'This order is being sent to the warehouse at this moment. Try again in a few seconds.'],
    ['in_amware = 1', 'This order is with the warehouse and can no longer be edited.'],
    [`in_amware = 0, warehouse_order_id = null, order_status = 'cancelled'`, 'This order is cancelled and can no longer be edited.'],
  ] as const) {
    await own.sql(`update orders set ${facts} where account_id = $1 and id = $2`, [shop.ann.accountId, shop.orderId]);
    const reply = await save(item, { city: 'Paris' });
    expect([reply.statusCode, reply.json().errorMessage]).toEqual([409, sentence]);
  }
  expect(await shop.quantities()).toEqual(untouched);
});

const onePot = [{ isNewItem: true, sku: 'POT' }];
const pots = async () => (await shop.quantities()).POT ?? 0;

test('goods that are added by the very same request again, or twenty times at once, are added once', async () => {
  const replies = await Promise.all(Array.from({ length: 20 }, () => saveLines(onePot)));
  expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  expect(new Set(replies.map((reply) => reply.body))).toHaveProperty('size', 1);
  expect(await pots()).toBe(1);
  const edits = (await shop.read()).events.filter(({ kind }) => kind === 'edited');
  expect(edits).toHaveLength(1);
});

test('goods are added again by another request, by another person, after a minute, or when the lines have changed since', async () => {
  await saveLines(onePot);
  await saveLines([{ isNewItem: true, sku: 'POT', quantity: 2 }]);
  expect(await pots()).toBe(3);
  // The lines are no longer as the first request left them.
  await saveLines(onePot);
  expect(await pots()).toBe(4);
  await save(onePot, {}, shop.ben);
  expect(await pots()).toBe(5);
  await own.sql(`update recent_requests set at = date_subtract(at, interval '61 seconds', 'UTC')`);
  await saveLines(onePot);
  expect(await pots()).toBe(6);
});

test('a request id tells saves apart: under the same one it is one save, whatever happened since', async () => {
  await saveLines(onePot, { request_id: 'a' });
  await saveLines(onePot, { request_id: 'b' });
  await saveLines(onePot, { request_id: 'a' });
  expect(await pots()).toBe(2);
});

test('a save that was refused is not remembered', async () => {
  const wrong = [...onePot, { id: shop.line('CUP') + 1_000_000, quantity: 1 }];
  for (const _ of [1, 2]) expect((await saveLines(wrong)).statusCode).toBe(404);
  expect(await pots()).toBe(0);
});
