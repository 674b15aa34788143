import { expect, test } from 'vitest';
import { linedOrder } from '../../../../test/shop/lined-order.ts';
import { addConnection, addLines, addListings, addOrder, addProducts } from '../../../../test/shop/rows.ts';
import { testWeb } from '../../../../test/web.ts';

const own = testWeb();
const shop = linedOrder(own);

const map = (body: Record<string, unknown>) =>
  own.as(shop.ann, {
    method: 'POST',
    url: '/api/connector-products/line-item-map',
    payload: { connectorId: shop.channelId, accountId: shop.ann.accountId, ...body },
  });
/** Enqueues the check, as intake does. */
const check = () => own.as(shop.ann, { method: 'PUT', url: '/api/orders/save', payload: { order: { id: shop.orderId, note: 'Seen' } } });
const issuesOf = async (id: number) =>
  (await own.as(shop.ann, { url: `/api/orders/${id}` })).json().issues.map(({ subject }: { subject: string }) => subject);

test('a line is mapped for its connection: the call returns the line, and every order that waits for the SKU is checked again', async () => {
  await check();
  const other = await addOrder(own, shop.ann.accountId, shop.channelId);
  await addLines(own, shop.ann.accountId, other, [{ sku: 'TEAPOT', quantity: 1 }]);
  await own.as(shop.ann, { method: 'PUT', url: '/api/orders/save', payload: { order: { id: other, note: 'Seen' } } });
  expect([await issuesOf(shop.orderId), await issuesOf(other)]).toEqual([
    ['TEAPOT', ''],
    ['TEAPOT', ''],
  ]);
  const reply = await map({ lineItemId: shop.line('TEAPOT'), productId: shop.product('POT') });
  expect(reply.statusCode).toBe(200);
  expect(reply.json()).toMatchObject({
    ...{ id: shop.line('TEAPOT'), sku: 'TEAPOT', product_id: shop.product('POT'), mapped_sku_js: 'POT', isMissing: false, quantity: 3 },
    ...{ message: 'Portal SKU was mapped successfully', alert_type: 'success' },
  });
  expect(reply.json().waiting).toBeGreaterThanOrEqual(2);
  expect([await issuesOf(shop.orderId), await issuesOf(other)]).toEqual([[''], ['']]);
});

test('a SKU that meant another product means the new one in every order that has not left', async () => {
  await own.sql(
    `insert into connector_products (account_id, connection_id, connector_product_sku, product_id) values ($1, $2, 'MUG', $3)
    on conflict (account_id, connection_id, connector_product_sku) do update set product_id = excluded.product_id`,
    [shop.ann.accountId, shop.channelId, shop.product('MUG')],
  );
  const accountId = shop.ann.accountId;
  const waiting = await addOrder(own, accountId, shop.channelId);
  const gone = await addOrder(own, accountId, shop.channelId, { in_amware: 1, order_status: 'packing' });
  const linked = new Map([['MUG', shop.product('MUG')]]);
  for (const orderId of [waiting, gone]) await addLines(own, accountId, orderId, [{ sku: 'MUG', quantity: 1 }], linked);
  await map({ lineItemId: shop.line('MUG'), productId: shop.product('LID') });
  const rows = await own.sql(
    `select mapped_sku from order_lines where account_id = $1 and order_id = any($2) and sku = 'MUG' order by order_id`,
    [accountId, [shop.orderId, waiting, gone]],
  );
  expect(rows).toEqual([{ mapped_sku: 'LID' }, { mapped_sku: 'LID' }, { mapped_sku: 'MUG' }]);
  const { events } = (await own.as(shop.ann, { url: `/api/orders/${waiting}` })).json();
  expect(events.find(({ kind }: { kind: string }) => kind === 'linked')).toMatchObject({
    sentence: 'SKU MUG is linked to LID now.',
    who: 'Person 1',
  });
});

test('a line without a SKU is mapped alone', async () => {
  const { accountId } = shop.ann;
  const [one, two] = [await addOrder(own, accountId, shop.channelId), await addOrder(own, accountId, shop.channelId)];
  const lines = [
    await addLines(own, accountId, one, [{ sku: '', quantity: 1 }]),
    await addLines(own, accountId, two, [{ sku: '', quantity: 1 }]),
  ];
  const reply = await map({ lineItemId: lines[0]?.get(''), productId: shop.product('MUG') });
  expect(reply.json()).toMatchObject({ sku: '', mapped_sku_js: 'MUG', isMissing: false });
  const rows = await own.sql('select mapped_sku from order_lines where order_id = any($1) order by order_id', [[one, two]]);
  expect(rows).toEqual([{ mapped_sku: 'MUG' }, { mapped_sku: null }]);
});

test('a line without a SKU that a colleague linked since is not linked otherwise unseen', async () => {
  const orderId = await addOrder(own, shop.ann.accountId, shop.channelId);
  const lines = await addLines(own, shop.ann.accountId, orderId, [{ sku: '', quantity: 1 }]);
  const to = (sku: string, seen: number | null) => map({ lineItemId: lines.get(''), productId: shop.product(sku), seen_product_id: seen });
  expect((await to('MUG', null)).statusCode).toBe(200);
  const unseen = await to('CUP', null);
  expect([unseen.statusCode, unseen.json()]).toEqual([
    409,
    { code: 'changed_since', errorMessage: expect.stringMatching(/has been changed by you on .*: it is linked to MUG\. Nothing of yours/) },
  ]);
  const mapped = () => own.sql('select mapped_sku from order_lines where order_id = $1', [orderId]);
  expect(await mapped()).toEqual([{ mapped_sku: 'MUG' }]);
  expect((await to('CUP', shop.product('MUG'))).statusCode).toBe(200);
  expect(await mapped()).toEqual([{ mapped_sku: 'CUP' }]);
});

test('a line without a SKU that is linked otherwise keeps its order here as long as that can be undone, and no longer', async () => {
  const orderId = await addOrder(own, shop.ann.accountId, shop.channelId);
  const lines = await addLines(own, shop.ann.accountId, orderId, [{ sku: '', quantity: 1 }]);
  const to = async (sku: string) => (await map({ lineItemId: lines.get(''), productId: shop.product(sku) })).json();
  await to('MUG');
  await own.sql('update orders set release_after = null where id = $1', [orderId]);
  const { undo } = await to('CUP');
  const [kept] = await own.sql('select release_after is not null as is_kept from orders where id = $1', [orderId]);
  expect(kept).toEqual({ is_kept: true });
  // However slow the machine is, it can be undone still.
  await own.sql(`update changes set at = now() + interval '1 hour' where group_id = $1`, [undo.id]);
  await own.sql('update orders set in_amware = 1 where id = $1', [orderId]);
  const undone = await own.as(shop.ann, { method: 'POST', url: `/api/mapping-saves/${undo.id}/undo` });
  expect([undone.statusCode, undone.json().code]).toEqual([409, 'not_editable']);
  expect(await own.sql('select mapped_sku from order_lines where order_id = $1', [orderId])).toEqual([{ mapped_sku: 'CUP' }]);
  await own.sql('update orders set in_amware = 0 where id = $1', [orderId]);
  expect((await own.as(shop.ann, { method: 'POST', url: `/api/mapping-saves/${undo.id}/undo` })).statusCode).toBe(200);
  expect(await own.sql('select mapped_sku from order_lines where order_id = $1', [orderId])).toEqual([{ mapped_sku: 'MUG' }]);
});

test('what a person added keeps its product when the channel’s SKU of the same name is linked or unlinked', async () => {
  await addProducts(own, shop.ann.accountId, ['JUG']);
  const lineItems = [{ isNewItem: true, sku: 'JUG' }];
  await own.as(shop.ann, { method: 'POST', url: '/api/orders/lineItems', payload: { lineItems, order_id: shop.orderId } });
  const body = { account_id: shop.ann.accountId, user_id: shop.ann.userId };
  const link = (connector_product: unknown) =>
    own.as(shop.ann, { method: 'POST', url: '/api/connector-products', payload: { ...body, connector_product } });
  const jug = { connector_id: shop.channelId, connector_product_sku: 'JUG' };
  await addListings(own, shop.channelId, ['JUG']);
  for (const sku of ['POT', 'LID']) expect((await link({ ...jug, product_id: shop.product(sku) })).statusCode).toBe(200);
  const [row] = await own.sql<{ id: string }>(`select id from connector_products where account_id = $1 and connector_product_sku = 'JUG'`, [
    shop.ann.accountId,
  ]);
  expect((await link({ id: Number(row?.id), product_id: null })).statusCode).toBe(200);
  const added = (await shop.read()).lines.find(({ sku }: { sku: string }) => sku === 'JUG');
  expect(added).toMatchObject({ mapped_sku_js: 'JUG', isMissing: false });
});

test('a charge, and what was added as a product, have nothing to map', async () => {
  await addProducts(own, shop.ann.accountId, ['JAR']);
  const lineItems = [{ isNewItem: true, sku: 'JAR' }];
  const payload = { lineItems, order_id: shop.orderId };
  const saved = (await own.as(shop.ann, { method: 'POST', url: '/api/orders/lineItems', payload })).json();
  const added = saved.lineItems.find(({ sku }: { sku: string }) => sku === 'JAR').id;
  for (const [lineItemId, sentence] of [
    [shop.line('POSTAGE'), 'A POSTAGE is a charge: there is nothing to link.'],
    [added, 'This line was added as a warehouse product: it is that product.'],
  ] as const) {
    const reply = await map({ lineItemId, productId: shop.product('MUG') });
    expect([reply.statusCode, reply.json()]).toEqual([422, { lineItemId: [sentence] }]);
  }
});

test('lines, products and connections of others are not found, nor is a line of another connection', async () => {
  const { accountId } = shop.ann;
  const foreign = await own.account('Foreign');
  const theirChannel = await addConnection(own, foreign);
  const theirs = await addLines(own, foreign, await addOrder(own, foreign, theirChannel), [{ sku: 'TEAPOT', quantity: 1 }]);
  const theirProducts = await addProducts(own, foreign, ['THEIRS']);
  const own2 = await addConnection(own, accountId);
  const fine = { lineItemId: shop.line('TEAPOT'), productId: shop.product('LID') };
  for (const [body, sentence] of [
    [{ ...fine, lineItemId: theirs.get('TEAPOT') }, 'This line does not exist.'],
    [{ ...fine, lineItemId: theirs.get('TEAPOT'), connectorId: theirChannel }, 'This line does not exist.'],
    [{ ...fine, connectorId: own2 }, 'This line does not exist.'],
    [{ ...fine, productId: theirProducts.get('THEIRS') }, 'This product does not exist.'],
  ] as const) {
    const reply = await map(body);
    expect([reply.statusCode, reply.json().errorMessage], JSON.stringify(body)).toEqual([404, sentence]);
  }
  expect((await map({ ...fine, accountId: foreign })).statusCode).toBe(403);
  expect(await own.sql('select mapped_sku from order_lines where id = any($1)', [[shop.line('TEAPOT'), theirs.get('TEAPOT')]])).toEqual([
    { mapped_sku: null },
    { mapped_sku: null },
  ]);
});

test('an order that has left is no longer mapped', async () => {
  await own.sql('update orders set in_amware = 1 where account_id = $1 and id = $2', [shop.ann.accountId, shop.orderId]);
  const reply = await map({ lineItemId: shop.line('TEAPOT'), productId: shop.product('POT') });
  expect([reply.statusCode, reply.json().code]).toEqual([409, 'not_editable']);
});
