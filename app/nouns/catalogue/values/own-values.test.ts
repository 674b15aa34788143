import { beforeAll, expect, test } from 'vitest';
import { type Tenant, withoutPerson } from '../../../../platform/tenant.ts';
import { type Person, testWeb } from '../../../../test/web.ts';
import { withTime } from '../../../../test/with-time.ts';
import { storeItems } from '../../products/items.ts';
import { type Kind, kinds as named } from '../kinds.ts';

const own = testWeb();
const kinds = ['products', 'raw_materials'] as const;
let ann: Person;
let bea: Person;
let count = 0;

beforeAll(async () => {
  ann = await own.person(await own.account());
  bea = await own.person(await own.account());
});

const within = <T>(work: (tenant: Tenant) => Promise<T>) => withoutPerson(own.database, ann.accountId, work);
const newSku = () => `SKU-${++count}`;
const send = (method: 'POST' | 'PUT' | 'DELETE', url: string, payload?: object, person = ann) =>
  own.as(person, { method, url, ...(payload && { payload }) });
const create = (kind: Kind, values: object, person = ann) => send('POST', `/api/${kind}`, values, person);
const change = (kind: Kind, id: number, values: object, person = ann) => send('PUT', `/api/${kind}/${id}`, values, person);
const giveBack = (kind: Kind, id: number, fields: string[], person = ann) =>
  send('POST', `/api/${kind}/${id}/give-back`, { fields }, person);
const feed = (sku: string, item: object) =>
  within((tenant) =>
    storeItems(tenant, 0, [{ ...{ sku, name: 'Theirs', upc: null, description: null, imageUrl: null, warehouseLocation: null }, ...item }]),
  );
const row = async (kind: Kind, sku: string) => {
  const [found] = await own.sql(
    `select id::int, name, upc, description, image_url, warehouse_location, unit, weight::float8, reorder_point, warehouse_values,
      (select c.name from categories c where c.id = i.category_id) as category, named_at is not null as named
     from ${kind} i where account_id = $1 and sku = $2`,
    [ann.accountId, sku],
  );
  return found as Record<string, unknown> & { id: number };
};
const added = async (kind: Kind, values: object): Promise<number> => {
  const reply = await create(kind, values);
  expect([reply.statusCode, reply.body]).toEqual([201, expect.anything()]);
  return reply.json().id;
};
/** An item that the warehouse names. */
async function fedItem(kind: Kind, item: object = {}): Promise<{ id: number; sku: string }> {
  const sku = newSku();
  if (kind === 'raw_materials') await added(kind, { sku, name: 'x' });
  await feed(sku, item);
  if (kind === 'raw_materials') await giveBack(kind, (await row(kind, sku)).id, ['name']);
  return { id: (await row(kind, sku)).id, sku };
}
const audit = (id: number) =>
  own.sql(
    `select verb, noun, record_name, changes from audit_entries where record_id = $1 and account_id = $2 and noun <> 'category' order by id`,
    [id, ann.accountId],
  );

test.each(kinds)('%s: what a person set survives the feed, whose value is beside it, and is given back', async (kind) => {
  const { id, sku } = await fedItem(kind, { name: 'Their name', upc: '111', warehouseLocation: 'A-1' });
  expect((await change(kind, id, { name: 'Our name', upc: '111', warehouse_location: 'A-1' })).json()).toEqual({
    message: `The ${named[kind].one} was saved.`,
  });
  expect(await row(kind, sku)).toMatchObject({ name: 'Our name', upc: '111', warehouse_values: { name: 'Their name' } });

  await feed(sku, { name: 'Their newer name', upc: '222', warehouseLocation: 'B-2' });
  expect(await row(kind, sku)).toMatchObject({
    ...{ name: 'Our name', upc: '222', warehouse_location: 'B-2' },
    warehouse_values: { name: 'Their newer name' },
  });

  expect((await giveBack(kind, id, ['name', 'upc'])).json()).toEqual({ message: 'The warehouse’s value is used again.' });
  expect(await row(kind, sku)).toMatchObject({ name: 'Their newer name', upc: '222', warehouse_values: {} });
  await feed(sku, { name: 'Their last name' });
  expect(await row(kind, sku)).toMatchObject({ name: 'Their last name' });
});

test('a repeated item of the feed changes nothing, whoever owns its fields', async () => {
  const { id, sku } = await fedItem('products', { name: 'Their name' });
  await change('products', id, { name: 'Our name' });
  expect(await feed(sku, { name: 'Their name' })).toEqual({ done: 0, skipped: 1 });
  expect(await feed(sku, { name: 'Another' })).toEqual({ done: 1, skipped: 0 });
});

test('a value that was cleared stays empty, and is given back too', async () => {
  const { id, sku } = await fedItem('products', { upc: '111' });
  await change('products', id, { name: 'Theirs', upc: '' });
  await feed(sku, { upc: '333' });
  expect(await row('products', sku)).toMatchObject({ upc: null, warehouse_values: { upc: '333' } });
  await giveBack('products', id, ['upc']);
  expect(await row('products', sku)).toMatchObject({ upc: '333', warehouse_values: {} });
});

test('only what a person changed is theirs, though the feed changed the rest while they typed', async () => {
  const { id, sku } = await fedItem('products', { name: 'Their name', upc: '111' });
  await feed(sku, { name: 'Their newer name', upc: '111' });
  await change('products', id, { name: 'Their name', upc: '999', was: { name: 'Their name', upc: '111' } });
  expect(await row('products', sku)).toMatchObject({ name: 'Their newer name', upc: '999', warehouse_values: { upc: '111' } });
});

test('of two who change the same field the later is told what it is now; another field is merged', async () => {
  const { id, sku } = await fedItem('products', { name: 'Their name', upc: '111' });
  const was = { name: 'Their name', upc: '111' };
  expect((await change('products', id, { ...was, name: 'First', was })).statusCode).toBe(200);
  const late = await change('products', id, { ...was, name: 'Second', was });
  expect([late.statusCode, late.json()]).toEqual([
    409,
    { errorMessage: withTime('You changed Name to “First” on …. Look at it again before you save.'), code: 'changed_meanwhile' },
  ]);
  expect((await change('products', id, { ...was, upc: '222', was })).statusCode).toBe(200);
  expect(await row('products', sku)).toMatchObject({ name: 'First', upc: '222' });
});

test('whoever was told of another’s change saves over it once they leave out what the field was', async () => {
  const { id, sku } = await fedItem('products', { name: 'Their name', upc: '111' });
  const was = { name: 'Their name', upc: '111' };
  expect((await change('products', id, { ...was, upc: '222', was })).statusCode).toBe(200);
  expect((await change('products', id, { ...was, upc: '333', was })).statusCode).toBe(409);
  expect((await change('products', id, { ...was, upc: '333', was: { name: 'Their name' } })).statusCode).toBe(200);
  expect(await row('products', sku)).toMatchObject({ name: 'Their name', upc: '333' });
});

test('whoever was told of another’s change saves over it with what they emptied, and with no field that they left as it was', async () => {
  const { id, sku } = await fedItem('products', { name: 'Their name', upc: '111' });
  const was = { name: 'Their name', upc: '111' };
  expect((await change('products', id, { name: 'Our name', upc: '222', was })).statusCode).toBe(200);
  const emptied = { name: 'Their name', upc: '', was };
  expect((await change('products', id, emptied)).statusCode).toBe(409);
  expect((await change('products', id, { ...emptied, overwrites: true })).statusCode).toBe(200);
  expect(await row('products', sku)).toMatchObject({ name: 'Our name', upc: null });
});

test.each(kinds)('%s: one is created with all of its values, and the feed fills what was left empty', async (kind) => {
  const sku = newSku();
  await send('POST', `/api/${kind}/categories/create`, { category: `Boxes of ${kind}` });
  const values = { name: 'A box', category: `boxes OF ${kind}`, unit: 'box', weight: 0.25, reorder_point: 5, description: ' Of card ' };
  const id = await added(kind, { sku: ` ${sku} `, ...values });
  expect(await row(kind, sku)).toEqual({
    ...{ id, name: 'A box', description: 'Of card', unit: 'box', weight: 0.25, reorder_point: 5, category: `Boxes of ${kind}` },
    ...{ upc: null, image_url: null, warehouse_location: null, named: false },
    warehouse_values: { name: null, description: null },
  });
  const notNamed = await giveBack(kind, id, ['name']);
  expect([notNamed.statusCode, notNamed.json().errorMessage]).toEqual([
    409,
    `The warehouse does not know this ${named[kind].one}, so it has no value of its own.`,
  ]);
  await feed(sku, { name: 'Box, card', upc: '777' });
  expect(await row(kind, sku)).toMatchObject({
    ...{ name: 'A box', upc: '777', named: true },
    warehouse_values: { name: 'Box, card', description: null },
  });
  expect(await audit(id)).toMatchObject([
    { verb: 'created', noun: named[kind].one, record_name: sku, changes: { name: { from: null, to: 'A box' } } },
  ]);
});

test.each(kinds)('%s: a category that was chosen by its id is that one, whatever it is called by now', async (kind) => {
  const category = async (name: string) =>
    (await send('POST', `/api/${kind}/categories/create`, { category: `${name} of ${kind}` })).json().id;
  const [bags, jars] = [await category('Bags'), await category('Jars')];
  const sku = newSku();
  const id = await added(kind, { sku, name: 'A bag', category_id: bags });
  expect(await row(kind, sku)).toMatchObject({ category: `Bags of ${kind}` });
  await send('POST', `/api/${kind}/categories/update`, [{ id: bags, name: `Sacks of ${kind}` }]);
  const was = { name: 'A bag', category_id: bags };
  expect((await change(kind, id, { ...was, upc: '5', was })).statusCode).toBe(200);
  expect(await row(kind, sku)).toMatchObject({ category: `Sacks of ${kind}`, upc: '5' });
  expect((await change(kind, id, { ...was, category_id: jars, was })).statusCode).toBe(200);
  expect(await row(kind, sku)).toMatchObject({ category: `Jars of ${kind}`, upc: '5' });

  expect((await change(kind, id, { name: 'A bag', was })).statusCode).toBe(409);
  expect((await change(kind, id, { name: 'A bag', was: { ...was, category_id: jars } })).statusCode).toBe(200);
  expect(await row(kind, sku)).toMatchObject({ category: null });
  const ofNobody = [
    await create(kind, { sku: newSku(), name: 'A bag', category_id: bags }, bea),
    await change(kind, id, { ...was, category_id: 9_000_000_000 }),
  ];
  for (const reply of ofNobody)
    expect([reply.statusCode, reply.json()]).toEqual([422, { category_id: ['This category no longer exists.'] }]);
});

test('an item of the feed that is a raw material here is no product', async () => {
  const { sku } = await fedItem('raw_materials', { upc: '123' });
  expect(await row('raw_materials', sku)).toMatchObject({ upc: '123', named: true });
  expect(await row('products', sku)).toBeUndefined();
});

test('each change is recorded with what it was', async () => {
  const { id } = await fedItem('products', { name: 'Their name' });
  await change('products', id, { name: 'Our name', reorder_point: 3 });
  await change('products', id, { name: 'Our name', reorder_point: 3 });
  expect(await audit(id)).toEqual([
    {
      ...{ verb: 'changed', noun: 'product', record_name: expect.any(String) },
      changes: {
        name: { from: 'Their name', to: 'Our name' },
        reorder_point: { from: null, to: 3 },
        set_here: { from: null, to: 'name' },
      },
    },
  ]);
});

test.each([
  [{ sku: '' }, { sku: ['Give it a SKU.'] }],
  [{ name: '  ' }, { name: ['Give it a name.'] }],
  [{ weight: 'heavy' }, { weight: ['A weight is a number, as in 0.25.'] }],
  [{ weight: -1 }, { weight: ['A weight is not negative.'] }],
  [{ weight: 0.00001 }, { weight: ['A weight has at most four decimals.'] }],
  [{ reorder_point: 1.5 }, { reorder_point: ['A reorder point is a whole number.'] }],
  [{ category: 'Nowhere' }, { category: ['There is no category “Nowhere”.'] }],
  [
    { image_url: 'javascript:alert(1)' },
    { image_url: ['An image address begins with https:// or http://, or is the path of an image that was uploaded.'] },
  ],
  [{ upc: 'x'.repeat(51) }, { upc: ['UPC has at most 50 characters.'] }],
])('%j is refused beside its field', async (wrong, fields) => {
  const reply = await create('products', { sku: newSku(), name: 'A thing', ...wrong });
  expect([reply.statusCode, reply.json()]).toEqual([422, fields]);
});

test('a SKU is one item’s, whatever its case', async () => {
  const sku = newSku();
  await added('products', { sku, name: 'A thing' });
  const again = await create('products', { sku: sku.toLowerCase(), name: 'Another' });
  expect([again.statusCode, again.json()]).toEqual([422, { sku: [`There is a product with the SKU “${sku.toLowerCase()}” already.`] }]);
  const [first, second] = await Promise.all([1, 2].map(() => create('products', { sku: `${sku}-2`, name: 'Twice' })));
  expect([first?.statusCode, second?.statusCode].sort()).toEqual([201, 422]);
  expect((await create('products', { sku, name: 'Theirs' }, bea)).statusCode).toBe(201);
});

test.each(kinds)('%s: another account’s is not there', async (kind) => {
  const { id } = await fedItem(kind);
  const replies = [
    await change(kind, id, { name: 'Mine' }, bea),
    await giveBack(kind, id, ['name'], bea),
    await send('DELETE', `/api/${kind}/${id}`, undefined, bea),
  ];
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404]);
});

test('one that nothing refers to is deleted; one that is named, linked or ordered stays, and says why', async () => {
  const remove = async (id: number) => {
    const reply = await send('DELETE', `/api/products/${id}`);
    return reply.json().errorMessage ?? reply.json().message;
  };
  const fed = await fedItem('products');
  expect(await remove(fed.id)).toBe('The warehouse names it: its next feed would bring it back.');
  const sku = newSku();
  const id = await added('products', { sku, name: 'A thing' });
  const [connection] = await own.sql<{ id: string }>(
    `insert into connections (account_id, connector, slug, name, capabilities, confirms) values ($1, 'ship_station', 's-' || $2, 'S', '{orders}', 'whole_order') returning id`,
    [ann.accountId, sku],
  );
  await own.sql(
    `insert into connector_products (account_id, connection_id, connector_product_sku, product_id) values ($1, $2, 'THEIRS', $3)`,
    [ann.accountId, connection?.id, id],
  );
  expect(await remove(id)).toBe('A channel’s SKU is linked to it. Unlink it first.');
  await own.sql('update connector_products set product_id = null where product_id = $1', [id]);
  expect(await remove(id)).toBe(`“${sku}” was deleted.`);
  expect(await row('products', sku)).toBeUndefined();
});

test.each(kinds)('%s: one that was deleted is there again when that is undone, unless another has its SKU by now', async (kind) => {
  const sku = newSku();
  const id = await added(kind, { sku, name: 'A thing', reorder_point: 4 });
  await send('DELETE', `/api/${kind}/${id}`);
  const [run] = await own.sql<{ id: string }>('select id from runs where subject = $1', [{ code: 'one', name: sku, action: 'delete' }]);
  const undo = async (person = ann) => (await send('POST', `/api/runs/${run?.id}/undo`, undefined, person)).json();
  const other = await added(kind, { sku: sku.toLowerCase(), name: 'Another' });
  expect((await undo()).errorMessage).toMatch(/^There is a (product|raw material) with this SKU by now\.$/);
  await send('DELETE', `/api/${kind}/${other}`);
  expect((await undo(bea)).code).toBe('not_undoable');
  expect(await undo()).toEqual({ message: `“${sku}” is there again.`, runId: null, total: 1 });
  expect(await row(kind, sku)).toMatchObject({ id, name: 'A thing', reorder_point: 4 });
  expect((await undo()).errorMessage).toBe('This has been undone already.');
});
