import { expect, test } from 'vitest';
import { buildShop, ofGoods, type Shop } from '../../../../test/build.ts';
import { importing } from '../../../../test/imports.ts';
import { outcomesInWords, runsInWords } from '../../../../test/in-words.ts';
import { importingReports } from '../../../../test/listing-reports.ts';
import { type Person, testWeb } from '../../../../test/web.ts';
import { importTexts } from '../../../shared/imports/texts.ts';
import { linkProduct, unlinkProduct } from '../saving/commands.ts';

const own = testWeb();
const { send, check, apply, undo, stateOf, rowsOf, errorsOf, act, work } = importing(own);

/** A shop whose warehouse has mugs, cups and a product with zeros before it, and a person who works for it. */
async function open(): Promise<{ shop: Shop; ann: Person; file: (text: string) => Promise<number>; links: () => Promise<string[]> }> {
  const shop = await buildShop(own, { reads: ofGoods });
  const ann = await own.person(shop.accountId);
  await own.sql(`insert into products (account_id, sku, name) values ($1, '0042', 'Forty-two')`, [shop.accountId]);
  const [{ slug } = { slug: '' }] = await own.sql<{ slug: string }>('select slug from connections where id = $1', [shop.channelId]);
  const links = async () =>
    (
      await own.sql<{ link: string }>(
        `select concat_ws(' ', cp.connector_product_sku, coalesce(p.sku, '–'), cp.units_per_sale, case when cp.deleted_at is not null then 'deleted' end) as link
         from connector_products cp left join products p on p.account_id = cp.account_id and p.id = cp.product_id where cp.account_id = $1 order by 1`,
        [shop.accountId],
      )
    ).map(({ link }) => link);
  return { shop, ann, links, file: (text) => check(ann, text, { entity: 4, connector: slug }) };
}

const list = (shop: Shop, ...skus: string[]) =>
  own.sql('insert into connector_products (account_id, connection_id, connector_product_sku) select $1, $2, unnest($3::text[])', [
    shop.accountId,
    shop.channelId,
    skus,
  ]);
const productOf = async ({ accountId }: Shop, sku: string) =>
  Number((await own.sql('select id from products where account_id = $1 and sku = $2', [accountId, sku]))[0]?.id);

test('a file links, changes units, unlinks and leaves alone; what is wrong is said; undo restores all but what was edited since', async () => {
  const { shop, ann, file, links } = await open();
  await list(shop, 'PACK', 'SAME', 'OUT', 'case', '00123', 'EDITED');
  for (const [sku, product, units] of [
    ['PACK', 'MUG', 2],
    ['SAME', 'CUP', 1],
    ['OUT', 'CUP', 3],
  ] as const)
    await shop.inTenant(async (tenant) =>
      linkProduct(tenant, { connectionId: shop.channelId, sku, productId: await productOf(shop, product), units }),
    );
  const before = await links();
  const id = await file(
    [
      'Channel SKU,Product SKU,Units per sale,Channel',
      ...['PACK,MUG,6,', 'SAME,CUP,,', 'OUT,,4,', 'NEW-SKU,MUG,2,', 'EDITED,CUP,,'],
      ...[
        'CASE,MUG,1,',
        '123,MUG,1,',
        'SAME2,mug,1,',
        'SAME3,42,1,',
        'SAME4,NOTHING,1,',
        'SAME5,,1,',
        'SAME6,MUG,0,',
        'SAME7,MUG,1,Another',
      ],
    ].join('\n'),
  );
  expect(await errorsOf(ann, id)).toEqual([
    '7 channel_sku: differs only by case from the SKU that the channel has → case',
    '8 channel_sku: has lost zeros that the channel’s SKU has → 00123',
    '9 product_sku: differs from the SKU that there is → MUG',
    '10 product_sku: differs from the SKU that there is → 0042',
    '11 product_sku: is not a product → the SKU of a product',
    '12 product_sku: is missing: the channel has not named this SKU yet → the SKU of a product',
    '13 units_per_sale: is not a number of units → a whole number from 1 to 10,000',
    expect.stringMatching(/^14 channel: is another channel → ShipStation/),
  ]);
  expect(await stateOf(id)).toMatchObject({ state: 'checked', created: 1, changed: 3, unchanged: 1, wrong: 8 });
  expect((await rowsOf(ann, id, 'u')).data[0]).toMatchObject({
    cells: expect.arrayContaining([{ column: 'units_per_sale', value: '6', from: '2' }]),
  });
  await apply(ann, id);
  expect(await links()).toEqual(['00123 – 1', 'EDITED CUP 1', 'NEW-SKU MUG 2', 'OUT – 3', 'PACK MUG 6', 'SAME CUP 1', 'case – 1']);
  await shop.inTenant((tenant) => unlinkProduct(tenant, { connectionId: shop.channelId, sku: 'EDITED' }));
  await undo(ann, id);
  expect(await stateOf(id)).toMatchObject({ state: 'undone', kept: 1 });
  expect(await links()).toEqual([...before, 'NEW-SKU – 1 deleted'].sort());
  expect(
    outcomesInWords(
      await own.sql('select o.label, o.reason from run_outcomes o join imports i on i.run_id = o.run_id where i.id = $1', [id]),
    ),
  ).toEqual([{ label: 'EDITED', reason: 'It was changed since the import.' }]);
});

const teapots = { items: [{ sku: 'TEAPOTS', quantity: 2 }] };
const states = async (shop: Shop) => (await shop.orders()).map(({ order_status }) => order_status);
const sent = ({ sandbox }: Shop) =>
  [...sandbox.control.client().orders.rows.values()].flatMap(({ body }) =>
    body.lines.map(({ sku, quantity }: { sku: string; quantity: number }) => `${quantity} ${sku}`),
  );

test('orders that waited leave error at once, and go to the warehouse ten seconds later; undone before, they wait again', async () => {
  const { shop, ann, file } = await open();
  shop.sell({ orderNumber: '1001', ...teapots });
  await shop.sync();
  expect(await states(shop)).toEqual(['error']);
  const text = 'channel_sku,product_sku,units_per_sale\nTEAPOTS,CUP,6\n';
  const first = await file(text);
  await apply(ann, first);
  await shop.sync();
  expect([await states(shop), sent(shop)]).toEqual([['pending'], []]);
  const [run] = runsInWords(await own.sql('select r.sentence from runs r join imports i on i.run_id = r.id where i.id = $1', [first]));
  expect(run).toEqual({ sentence: '1 link imported. 1 order follows them; what is ready leaves in ten seconds.' });
  await undo(ann, first);
  await shop.engine.passTime();
  await shop.sync();
  expect([await states(shop), sent(shop)]).toEqual([['error'], []]);
  await apply(ann, await file(text));
  await shop.engine.passTime();
  await shop.engine.runJobs();
  expect([await states(shop), sent(shop)]).toEqual([['packing'], ['12 CUP']]);
});

test('an import of links names its channel, of this account, and one channel does not join another’s', async () => {
  const { shop, ann, file } = await open();
  const bea = await own.person(await own.account());
  const text = 'channel_sku,product_sku\nA,MUG\n';
  const [{ slug } = { slug: '' }] = await own.sql<{ slug: string }>('select slug from connections where id = $1', [shop.channelId]);
  expect((await send(ann, text, { entity: 4 })).json()).toEqual({ connector: [importTexts.whichChannel] });
  expect((await send(ann, text, { entity: 4, connector: 'nobody' })).statusCode).toBe(404);
  expect((await send(bea, text, { entity: 4, connector: slug })).statusCode).toBe(404);
  const id = await file(text);
  expect((await act(bea, id, 'apply')).statusCode).toBe(404);
  await apply(ann, id);
  const last = (connector: string) => own.as(ann, { url: `/api/upload-csv/get-last-upload?entity_id=4&connector=${connector}` });
  expect((await last(slug)).json()).toMatchObject({ import_success: 1, import_fail: 0, import_skipped: 0 });
  const [other] = await own.sql<{ slug: string }>('select slug from connections where account_id = $1 and id <> $2', [
    shop.accountId,
    shop.channelId,
  ]);
  expect((await last(other?.slug ?? '')).statusCode).toBe(204);
  const again = [await send(ann, text, { entity: 4, connector: slug }), await send(ann, text, { entity: 4, connector: other?.slug })];
  const [one, two] = again.map((reply) => reply.json().importId);
  expect(one).not.toBe(two);
  await work(ann, one);
});

test('the sample is imported as it is where its product is there', async () => {
  const { shop, ann, file } = await open();
  await own.sql(`insert into products (account_id, sku, name) values ($1, 'MUG-BLUE', 'A blue mug')`, [shop.accountId]);
  const { body } = await own.as(ann, { url: '/api/upload-csv/sample/4' });
  expect(await stateOf(await file(body))).toMatchObject({ created: 1, wrong: 0 });
});

/** A pack of six is linked as one cup, and two of them went to the warehouse like that. */
async function soldAsOne() {
  const opened = await open();
  const { shop } = opened;
  shop.sell({ orderNumber: '1001', ...teapots });
  await list(shop, 'TEAPOTS');
  await shop.inTenant(async (tenant) =>
    linkProduct(tenant, { connectionId: shop.channelId, sku: 'TEAPOTS', productId: await productOf(shop, 'CUP'), units: 1 }),
  );
  await shop.sync();
  await shop.engine.passTime();
  await shop.sync();
  expect(sent(shop)).toEqual(['2 CUP']);
  return { ...opened, number: (await shop.order('1001')).order_number };
}

test('before a file of links is applied, it is said what becomes of orders that are at the warehouse, and nothing is changed', async () => {
  const { ann, file, links, number } = await soldAsOne();
  const asked = async (id: number, person = ann) => own.as(person, { method: 'POST', url: `/api/imports/${id}/at-warehouse` });
  const words = `1 order went to the warehouse before this change: ${number} will be replaced there.`;
  const before = await links();
  const units = await file('channel_sku,units_per_sale\nTEAPOTS,6\n');
  expect((await asked(units)).json()).toEqual({ at_warehouse: words });
  expect(await links()).toEqual(before);
  expect((await asked(await file('channel_sku,product_sku\nTEAPOTS,MUG\n'))).json()).toEqual({ at_warehouse: words });
  expect((await asked(await file('channel_sku,product_sku\nTEAPOTS,CUP\n'))).json()).toEqual({ at_warehouse: null });
  expect((await asked(units, await own.person(await own.account()))).statusCode).toBe(404);
  await apply(ann, units);
  expect((await asked(units)).json()).toEqual({ at_warehouse: null });
});

test('before an import of links is undone, it is said what becomes of orders at the warehouse, and that follows', async () => {
  const { shop, ann, file, number } = await soldAsOne();
  const asked = async (id: number) => (await own.as(ann, { method: 'POST', url: `/api/imports/${id}/at-warehouse` })).json().at_warehouse;
  const words = `1 order went to the warehouse before this change: ${number} will be replaced there.`;
  const units = await file('channel_sku,units_per_sale\nTEAPOTS,6\n');
  await apply(ann, units);
  const follow = async () => {
    await shop.engine.passTime();
    await shop.engine.runJobs();
  };
  await follow();
  expect([sent(shop), await asked(units)]).toEqual([['12 CUP'], words]);
  await undo(ann, units);
  await follow();
  expect(sent(shop)).toEqual(['2 CUP']);
  // What was deleted since is listed again by a file.
  await own.sql(`update connector_products set product_id = null, deleted_at = now() where account_id = $1`, [shop.accountId]);
  expect(await asked(await file('channel_sku,product_sku\nTEAPOTS,MUG\n'))).toBe(words);
});

test('a listing report that links again what was unlinked says what becomes of orders that are at the warehouse', async () => {
  const { shop, ann, number } = await soldAsOne();
  await shop.inTenant((tenant) => unlinkProduct(tenant, { connectionId: shop.channelId, sku: 'TEAPOTS' }));
  const report = importingReports(own);
  const reply = await report.send(ann, 'product-id\tseller-sku\nTEAPOTS\tMUG\n', {
    mappingColumn: 'product-id',
    connector: 'ship_station',
  });
  const { importId } = reply.json();
  await work(ann, importId);
  const [run] = runsInWords(await own.sql('select r.sentence from runs r join imports i on i.run_id = r.id where i.id = $1', [importId]));
  expect(run?.sentence).toBe(
    `1 listing was read, 1 linked to products. 1 order went to the warehouse before this change: ${number} will be replaced there.`,
  );
});
