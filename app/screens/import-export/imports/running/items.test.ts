import { beforeEach, expect, test, vi } from 'vitest';
import { inTenant } from '../../../../../platform/tenant.ts';
import { importing } from '../../../../../test/imports.ts';
import { issuesInWords, outcomesInWords, runsInWords } from '../../../../../test/in-words.ts';
import { testEngine } from '../../../../../test/shop/engine.ts';
import { addConnection, addLines, addOrder } from '../../../../../test/shop/rows.ts';
import { type Person, testWeb } from '../../../../../test/web.ts';
import { changeItem } from '../../../../nouns/catalogue/items/commands.ts';
import { settleLowStock } from '../../../../nouns/catalogue/items/low-stock.ts';
import { storeItems } from '../../../../nouns/products/items.ts';
import { mailNotifications } from '../../../../people/notifications/mails/mailing.ts';

const own = testWeb();
const { send, check, apply, undo, act, work, stateOf, rowsOf, errorsOf, heardBy } = importing(own);
let ann: Person;

beforeEach(async () => {
  ann = await own.person(await own.account());
});

const add = (sku: string, more: Record<string, unknown> = {}) => {
  const row = { account_id: ann.accountId, sku, name: `A ${sku}`, ...more };
  const columns = Object.keys(row);
  return own.sql(`insert into products (${columns}) values (${columns.map((_, at) => `$${at + 1}`)})`, Object.values(row));
};
const products = (columns = 'sku, name') =>
  own.sql(`select ${columns} from products where account_id = $1 order by sku collate "C"`, [ann.accountId]);
const edit = async (sku: string, changes: Parameters<typeof changeItem>[3]) => {
  const [{ id } = { id: 0 }] = await own.sql<{ id: string }>('select id from products where account_id = $1 and sku = $2', [
    ann.accountId,
    sku,
  ]);
  await inTenant(own.database, ann, (tenant) => changeItem(tenant, 'products', Number(id), changes));
};

test('a file is checked first: what it would create, change and leave alone, and every error of each row; then its good rows are applied', async () => {
  await add('CUP', { name: 'A cup', upc: '012345678905' });
  await add('PLATE', { name: 'A plate' });
  const id = await check(
    ann,
    'SKU;Name;UPC;Weight;Reorder point\r\nMUG;A mug;5010255079763;0.38;12\r\nCUP;A blue cup;012345678905;;\r\nPLATE;A plate;;;\r\nBOWL;;5.01026E+12;1,5 kg;many\r\n',
  );
  expect(await stateOf(id)).toMatchObject({ state: 'checked', created: 1, changed: 1, unchanged: 1, wrong: 1 });
  expect(await products()).toEqual([
    { sku: 'CUP', name: 'A cup' },
    { sku: 'PLATE', name: 'A plate' },
  ]);
  expect(await errorsOf(ann, id)).toEqual([
    '5 upc: was mangled by a spreadsheet → 12 or 13 digits',
    '5 weight: is not a number → 1.5',
    '5 reorder_point: is not a whole number → a whole number, as 24',
  ]);
  expect((await rowsOf(ann, id, 'u')).data).toMatchObject([
    {
      number: 3,
      key: 'CUP',
      cells: expect.arrayContaining([
        { column: 'name', value: 'A blue cup', from: 'A cup' },
        { column: 'upc', value: '012345678905', from: null },
      ]),
    },
  ]);
  expect(await heardBy(ann)).toEqual([]);
  await apply(ann, id);
  expect(await stateOf(id)).toMatchObject({ state: 'applied', applied: 2 });
  const told = { kind: 'import_finished', sentence: 'items.csv: 2 products imported, 1 unchanged, 1 wrong and left out.' };
  expect(await heardBy(ann)).toEqual([{ ...told, path: `/imports/${id}` }]);
  expect(await products('sku, name, upc, weight::float, reorder_point')).toEqual([
    { sku: 'CUP', name: 'A blue cup', upc: '012345678905', weight: null, reorder_point: null },
    { sku: 'MUG', name: 'A mug', upc: '5010255079763', weight: 0.38, reorder_point: 12 },
    { sku: 'PLATE', name: 'A plate', upc: null, weight: null, reorder_point: null },
  ]);
  // What it did is what its rows say, whatever the records have by now.
  await edit('CUP', { name: 'Edited since' });
  expect((await rowsOf(ann, id, 'u')).data[0].cells).toContainEqual({ column: 'name', value: 'A blue cup', from: null });
  const last = await own.as(ann, { url: '/api/upload-csv/get-last-upload?entity_id=2' });
  expect(last.json()).toEqual({ date_time: expect.any(String), import_success: 2, import_fail: 1, import_skipped: 1, undone: false });
  expect((await own.as(ann, { url: '/api/upload-csv/get-last-upload?entity_id=1' })).statusCode).toBe(204);
});

test('an empty cell clears, and a missing column leaves alone', async () => {
  await add('CUP', { upc: '012345678905', description: 'Blue' });
  const id = await check(ann, 'sku,upc\nCUP,\n');
  await apply(ann, id);
  expect(await products('sku, name, upc, description')).toEqual([{ sku: 'CUP', name: 'A CUP', upc: null, description: 'Blue' }]);
});

test('a SKU that is twice in a file is wrong in all its rows, and one that differs by case or a no-break space is the same', async () => {
  await add('CUP');
  const id = await check(ann, 'sku,name\nMUG,one\nBOWL,a bowl\nMUG,two\ncup,a cup\nPan,a pan\npan,another\nCUP\u00a0,New\n');
  expect(await errorsOf(ann, id)).toEqual([
    '2 sku: is also the SKU of row 4 → one row for each SKU',
    '4 sku: is also the SKU of row 2 → one row for each SKU',
    '5 sku: differs only by case from the SKU that there is → CUP',
    '6 sku: differs only by case from that of row 7 → one row for each SKU',
    '7 sku: differs only by case from that of row 6 → one row for each SKU',
  ]);
  await apply(ann, id);
  expect(await products()).toEqual([
    { sku: 'BOWL', name: 'a bowl' },
    { sku: 'CUP', name: 'New' },
  ]);
});

test('an odd SKU that there is may be in a file once too, and is none that differs from it by a space', async () => {
  for (const sku of ['2E10', 'MUG', 'MUG ']) await add(sku);
  const id = await check(ann, 'sku,name\n2E10,one\nMUG,a mug\n2E10,two\nMUG ,another mug\n');
  expect(await errorsOf(ann, id)).toEqual([
    '2 sku: is also the SKU of row 4 → one row for each SKU',
    '4 sku: is also the SKU of row 2 → one row for each SKU',
  ]);
  expect(await stateOf(id)).toMatchObject({ changed: 2, wrong: 2 });
});

test('what a spreadsheet has made of a SKU is refused, unless there is such a SKU', async () => {
  await add('007');
  await add('1.5E+3');
  const id = await check(ann, 'sku,name\n7,Bond\n1.23E+12,x\n1-Mar,y\n#REF!,z\n1.5E+3,Rated\n8,Eight\n');
  expect(await errorsOf(ann, id)).toEqual([
    '2 sku: has lost zeros that the SKU has here → 007',
    '3 sku: was turned into a number by a spreadsheet → the code in full, its column as text',
    '4 sku: was turned into a date by a spreadsheet → the code in full, its column as text',
    '5 sku: is an error of a spreadsheet → the value that was meant',
  ]);
  expect(await stateOf(id)).toMatchObject({ created: 1, changed: 1, wrong: 4 });
});

test('a category that is not there is wrong, unless missing ones are to be created', async () => {
  await own.sql(`insert into categories (account_id, kind, name) values ($1, 'products', 'Mugs')`, [ann.accountId]);
  const id = await check(ann, 'sku,name,category\nA,a,mugs\nB,b,Plates\nC,c,PLATES\n');
  expect(await errorsOf(ann, id)).toEqual([
    '3 category: does not exist → a category such as Mugs',
    '4 category: does not exist → a category such as Mugs',
  ]);
  const body = { columns: { sku: 0, name: 1, category: 2 }, createCategories: true };
  expect((await own.as(ann, { method: 'PUT', url: `/api/imports/${id}/columns`, payload: body })).statusCode).toBe(200);
  await work(ann, id);
  expect(await stateOf(id)).toMatchObject({ created: 3, wrong: 0 });
  await apply(ann, id);
  expect(
    await own.sql('select p.sku, c.name from products p join categories c on c.id = p.category_id where p.account_id = $1 order by 1', [
      ann.accountId,
    ]),
  ).toEqual([
    { sku: 'A', name: 'Mugs' },
    { sku: 'B', name: 'PLATES' },
    { sku: 'C', name: 'PLATES' },
  ]);
  await undo(ann, id);
  expect((await own.sql('select name from categories where account_id = $1 order by 1', [ann.accountId])).map(({ name }) => name)).toEqual([
    'Mugs',
  ]);
});

test('an undo restores exactly what the import changed, gives the warehouse its fields back, and leaves what was edited since', async () => {
  await inTenant(own.database, ann, (tenant) =>
    storeItems(
      tenant,
      0,
      ['CUP', 'MUG', 'PAN'].map((sku) => ({
        sku,
        name: `Fed ${sku}`,
        upc: null,
        description: null,
        imageUrl: null,
        warehouseLocation: 'A-1',
      })),
    ),
  );
  const before = await products('sku, name, upc, warehouse_location, warehouse_values');
  const id = await check(ann, 'sku,name,upc\nCUP,Our cup,012345678905\nMUG,Our mug,\nPAN,Our pan,\nNEW,New,\nUSED,Used,\n');
  await apply(ann, id);
  const [used] = await own.sql<{ id: string }>(`select id from products where account_id = $1 and sku = 'USED'`, [ann.accountId]);
  const order = await addOrder(own, ann.accountId, await addConnection(own, ann.accountId));
  await addLines(own, ann.accountId, order, [{ sku: 'X', quantity: 1 }]);
  await own.sql('update order_lines set product_id = $2 where order_id = $1', [order, used?.id]);
  await edit('MUG', { name: 'Edited mug' });
  // One is no column of the file, the other a column that left it as it was.
  await edit('PAN', { description: 'Only this', upc: '5901234123457' });
  await undo(ann, id);
  expect(await stateOf(id)).toMatchObject({ state: 'undone', kept: 2 });
  const sentence = 'items.csv: undone, 3 products as before the import; 2 products left as they are.';
  expect((await heardBy(ann)).at(-1)).toEqual({ kind: 'import_finished', sentence, path: `/imports/${id}` });
  const engine = await testEngine(own, null);
  await engine.passTime();
  await mailNotifications(engine, ann.accountId);
  expect(engine.mails.find(({ to }) => to === ann.email)?.text).toContain(`${sentence}\nhttp://crossdock.test/imports/${id}`);
  const after = await products('sku, name, upc, warehouse_location, warehouse_values, description');
  expect(after.map(({ description: _, ...row }) => row)).toEqual([
    before[0],
    { ...before[1], name: 'Edited mug', warehouse_values: { name: 'Fed MUG' } },
    { ...before[2], upc: '5901234123457', warehouse_values: { description: null, upc: null } },
    expect.objectContaining({ sku: 'USED' }),
  ]);
  const reasons = await own.sql(
    `select o.label, o.reason from run_outcomes o join imports i on i.run_id = o.run_id where i.id = $1 order by 1`,
    [id],
  );
  expect(outcomesInWords(reasons)).toEqual([
    { label: 'MUG', reason: 'It was changed since the import.' },
    { label: 'USED', reason: 'Orders contain it.' },
  ]);
  expect((await act(ann, id, 'undo')).statusCode).toBe(409);
});

test('what somebody changed, made or deleted between the check and the apply is left out and listed; the rest is undone as ever', async () => {
  for (const sku of ['DONE', 'EDITED', 'GONE', 'NAMED', 'OTHER', 'SAME']) await add(sku, { name: 'old' });
  await own.sql(`insert into categories (account_id, kind, name) values ($1, 'products', 'Mugs')`, [ann.accountId]);
  const rows = [
    'DONE,new,',
    'EDITED,new,',
    'GONE,new,',
    'NAMED,new,Mugs',
    'OTHER,new,',
    'SAME,new,',
    'LATE,new,',
    'NEW,new,',
    'MUG,new,Mugs',
  ];
  const id = await check(ann, `sku,name,category\n${rows.join('\n')}\n`);
  expect(await stateOf(id)).toMatchObject({ created: 3, changed: 6 });
  await edit('DONE', { name: 'new' });
  await edit('EDITED', { name: 'theirs' });
  // The file has no such column.
  await edit('OTHER', { upc: '012345678905' });
  await own.sql(`delete from products where sku = 'GONE' and account_id = $1`, [ann.accountId]);
  await own.sql('delete from categories where account_id = $1', [ann.accountId]);
  await add('LATE', { name: 'theirs' });
  await apply(ann, id);
  expect(await stateOf(id)).toMatchObject({ state: 'applied', applied: 3, kept: 5 });
  const names = async () => (await products()).map(({ sku, name }) => `${sku} ${name}`);
  const others = ['EDITED theirs', 'LATE theirs', 'NAMED old'];
  expect(await names()).toEqual(['DONE new', ...others, 'NEW new', 'OTHER new', 'SAME new']);
  const run = `select o.label, o.reason from run_outcomes o join imports i on i.run_id = o.run_id where i.id = $1 order by 1`;
  expect(outcomesInWords(await own.sql(run, [id]))).toEqual([
    { label: 'EDITED', reason: 'It was changed after the file was checked.' },
    { label: 'GONE', reason: 'It was deleted after the file was checked.' },
    { label: 'LATE', reason: 'It was created after the file was checked.' },
    { label: 'MUG', reason: 'Its category was deleted after the file was checked.' },
    { label: 'NAMED', reason: 'Its category was deleted after the file was checked.' },
  ]);
  await undo(ann, id);
  expect(await names()).toEqual(['DONE new', ...others, 'OTHER old', 'SAME old']);
});

test('reorder points that an import sets open and close the issues of low stock, and so does its undo', async () => {
  await add('CUP', { quantity_on_hand: 5, stock_taken_at: '2026-11-20T12:00:00Z' });
  await add('MUG', { quantity_on_hand: 5, stock_taken_at: '2026-11-20T12:00:00Z', reorder_point: 8 });
  const low = async () =>
    issuesInWords(
      await own.sql(
        `select sentence from issues where account_id = $1 and type = 'low_stock' and closed_at is null order by sentence ->> 'sku'`,
        [ann.accountId],
      ),
    ).map(({ sentence }) => sentence);
  const id = await check(ann, 'sku,reorder_point\nCUP,10\nMUG,\n');
  await inTenant(own.database, ann, settleLowStock);
  expect(await low()).toEqual([expect.stringContaining('MUG')]);
  await apply(ann, id);
  expect(await low()).toEqual([expect.stringContaining('CUP')]);
  await undo(ann, id);
  expect(await low()).toEqual([expect.stringContaining('MUG')]);
});

test('the picture of an item that an import created goes with it when the import is undone', async () => {
  const id = await check(ann, 'sku,name,image_url\nPICTURED,A mug,https://a.example/mug.jpg\n');
  await apply(ann, id);
  await own.sql(
    `with picture as (insert into files (account_id, key, name, content_type, bytes) values ($1, 'pictured', 'PICTURED', 'image/png', 1)
      returning id)
    update products set fetched_address = image_url, fetched_image_id = picture.id from picture where account_id = $1 and sku = 'PICTURED'`,
    [ann.accountId],
  );
  await undo(ann, id);
  expect(await stateOf(id)).toMatchObject({ state: 'undone', kept: 0 });
  expect(await own.sql(`select from files where key = 'pictured'`)).toEqual([]);
});

test('an undo waits for whoever is changing a product that the import created, and leaves it', async () => {
  const id = await check(ann, 'sku,name\nHELD,A mug\nFREE,A cup\n');
  await apply(ann, id);
  let undone: Promise<unknown> | undefined;
  await inTenant(own.database, ann, async (tenant) => {
    const [{ id: held } = { id: 0 }] = await own.sql<{ id: string }>(`select id from products where sku = 'HELD' and account_id = $1`, [
      ann.accountId,
    ]);
    await changeItem(tenant, 'products', Number(held), { upc: '012345678905' });
    undone = undo(ann, id);
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await vi.waitFor(async () => expect(await own.sql(waiting)).toHaveLength(1), { timeout: 30_000 });
  });
  await undone;
  expect(await stateOf(id)).toMatchObject({ state: 'undone', kept: 1 });
  expect(await products('sku, upc')).toEqual([{ sku: 'HELD', upc: '012345678905' }]);
});

test('raw materials are imported in the same way', async () => {
  const id = await check(ann, 'sku,name,unit\nBOX,A box,piece\n', { entity: 1 });
  await apply(ann, id);
  expect(await own.sql('select sku, name, unit from raw_materials where account_id = $1', [ann.accountId])).toEqual([
    { sku: 'BOX', name: 'A box', unit: 'piece' },
  ]);
  await undo(ann, id);
  expect(await own.sql('select from raw_materials where account_id = $1', [ann.accountId])).toEqual([]);
});

test('a new product is linked to the channels’ SKUs that are the same', async () => {
  const channel = await addConnection(own, ann.accountId);
  await own.sql(`insert into connector_products (account_id, connection_id, connector_product_sku) values ($1, $2, 'MUG')`, [
    ann.accountId,
    channel,
  ]);
  const id = await check(ann, 'sku,name\nMUG,A mug\n');
  await apply(ann, id);
  const linked = () => own.sql('select product_id is not null as linked from connector_products where account_id = $1', [ann.accountId]);
  expect(await linked()).toEqual([{ linked: true }]);
  await undo(ann, id);
  expect(await linked()).toEqual([{ linked: false }]);
});

test('without a look, as the specification’s call: checked, and the good rows applied', async () => {
  const reply = await send(ann, 'sku,name\nMUG,A mug\nMUG 2,\n', { preview: false });
  expect([reply.statusCode, reply.json()]).toMatchObject([200, { alertType: 'info', state: 'checking' }]);
  const { importId } = reply.json();
  await work(ann, importId);
  await work(ann, importId);
  expect(await stateOf(importId)).toMatchObject({ state: 'applied', applied: 1, wrong: 1 });
  expect(
    runsInWords(
      await own.sql('select r.state, r.done, r.failed, r.sentence from runs r join imports i on i.run_id = r.id where i.id = $1', [
        importId,
      ]),
    ),
  ).toEqual([{ state: 'done', done: 1, failed: 1, sentence: '1 product imported, 1 wrong and left out.' }]);
});
