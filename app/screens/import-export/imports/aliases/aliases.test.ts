import { beforeAll, expect, test } from 'vitest';
import { inTenant, withoutPerson } from '../../../../../platform/tenant.ts';
import { buildShop } from '../../../../../test/build.ts';
import { connected } from '../../../../../test/database.ts';
import { importing } from '../../../../../test/imports.ts';
import { importingReports, reportOf as report } from '../../../../../test/listing-reports.ts';
import { addConnection } from '../../../../../test/shop/rows.ts';
import { type Person, testWeb } from '../../../../../test/web.ts';
import { storeListings } from '../../../../nouns/links/listings/store.ts';
import { quotaBytes } from '../../../../shared/files/limits.ts';
import type { ImportCause } from '../../../../shared/imports/contract.ts';
import { getImport } from '../queries.ts';
import { aliasTexts } from './contract.ts';

const own = testWeb({ longestWaitMs: 20_000 });
const { act, work, undo, stateOf, rowsOf, errorsOf } = importing(own);
const { waiting, send, imported } = importingReports(own);
let ann: Person;
let channel: number;

beforeAll(async () => {
  ann = await own.person(await own.account());
  channel = await addConnection(own, ann.accountId);
  await own.sql(`insert into products (account_id, sku, name) values ($1, 'MUG', 'A mug'), ($1, 'CUP', 'A cup')`, [ann.accountId]);
});

const listings = (accountId = ann.accountId) =>
  own.sql(
    `select cp.connector_product_sku as sku, cp.name, cp.upc, p.sku as means from connector_products cp left
      join products p on p.account_id = cp.account_id and p.id = cp.product_id
     where cp.account_id = $1 order by 1`,
    [accountId],
  );

const columns = [
  'item-name',
  'item-description',
  'listing-id',
  'seller-sku',
  'price',
  'quantity',
  'open-date',
  'image-url',
  'item-is-marketplace',
  'product-id-type',
  'zshop',
  'note',
  'condition',
  'asin1',
  'product-id',
];

test('a report whose rows have no room changes nothing, and says what to do', async () => {
  const bob = await own.person(await own.account());
  const channel = await addConnection(own, bob.accountId);
  const text = report(
    columns,
    Array.from({ length: 1_000 }, (_, at) => [`A mug ${at}`, '', `L${at}`, `${'M'.repeat(100)}${at}`]),
  );
  await own.sql(
    `insert into files (account_id, key, name, content_type, bytes, user_id, uploaded) values ($1, 'big', 'big', 'text/plain', $2, $3, true)`,
    [bob.accountId, quotaBytes - text.length - 50_000, bob.userId],
  );
  await imported(bob, text);
  expect(await own.sql('select state, problem from imports where account_id = $1', [bob.accountId])).toEqual([
    { state: 'failed', problem: { code: 'no_room' } },
  ]);
  expect(await own.sql('select from connector_products where connection_id = $1', [channel])).toEqual([]);
});

test('a listing report is read by the names of its columns, and listings are linked by the seller’s SKU', async () => {
  const reply = await imported(
    ann,
    report(columns, [
      ['A 3" mug', '', 'L1', 'MUG', '5', '1', '', '', 'y', '4', '', '', '11', 'B0001', '012345678905'],
      ['Unknown', '', 'L2', 'X-1', '5'],
      ['Ended', '', 'L3', '', '5'],
    ]),
  );
  expect([reply.statusCode, reply.json()]).toEqual([
    200,
    {
      message: '2 listings were read, 1 linked to products. 1 row has no value in the mapping column.',
      ...{ alertType: 'warning', importId: expect.any(Number), linked: 1 },
    },
  ]);
  expect(await listings()).toEqual([
    { sku: 'MUG', name: 'A 3" mug', upc: '012345678905', means: 'MUG' },
    { sku: 'X-1', name: 'Unknown', upc: null, means: null },
  ]);
});

test('what order lines name is the chosen column: the product stays the seller’s', async () => {
  const wide = [...columns, ...Array.from({ length: 32 }, (_, at) => `extra-${at}`)];
  const reply = await imported(
    ann,
    report(wide, [['A cup', '', 'L7', 'CUP', '5', '1', '', 'javascript:x', 'y', '1', '', '', '11', 'B0007', 'B0007']]),
    { mappingColumn: 'product-id' },
  );
  expect(reply.json()).toMatchObject({ message: '1 listing was read, 1 linked to products.', alertType: 'success' });
  expect(await listings()).toContainEqual({ sku: 'B0007', name: 'A cup', upc: null, means: 'CUP' });
  expect(await own.sql(`select from connector_products where image_url is not null and account_id = $1`, [ann.accountId])).toEqual([]);
});

test.each<[string, [content: string, fields?: Record<string, string>, field?: string], Record<string, string[]>]>([
  ['an empty mapping column', [report(columns, [['a']]), { mappingColumn: '' }], { mappingColumn: [aliasTexts.noColumn] }],
  ['an unknown one', [report(columns, [['a']]), { mappingColumn: 'asin' }], { mappingColumn: [aliasTexts.noColumn] }],
  ['a workbook', ['PK\u0003\u0004'], { uploadedFile: ['File type is wrong.  Please upload CSV file.'] }],
  ['a file without the column', ['item-name\tasin1\nA\tB\n'], { uploadedFile: ['The file has no column seller-sku.'] }],
  ['no file', ['x', { mappingColumn: 'seller-sku' }, 'other'], { uploadedFile: [aliasTexts.noFile] }],
])('%s is refused', async (_what, sent, fields) => {
  const reply = await send(ann, ...sent);
  expect([reply.statusCode, reply.json()]).toEqual([422, fields]);
});

test('each row is kept with what became of it, and a link that there is stays', async () => {
  const text = report(
    ['seller-sku', 'listing-id', 'item-name'],
    [
      ['MUG', 'L20', 'One'],
      ['MUG', 'L20', 'The same again'],
      ['NO-SUCH', 'L21', 'Of nothing'],
      ['CUP', '', 'Of no listing'],
      ['', 'L22', 'Of no seller'],
      ['MUG', 'B0007', 'Linked already'],
      ['', '', ' '],
    ],
  );
  const { importId, message } = (await imported(ann, text, { mappingColumn: 'listing-id' })).json();
  expect(message).toBe('5 listings were read, 1 linked to products. 1 row has no value in the mapping column.');
  expect(await stateOf(importId)).toMatchObject({ state: 'applied', created: 1, unchanged: 2, wrong: 3, applied: 1 });
  const shown = await inTenant(own.database, ann, (tenant) => getImport(tenant, importId));
  expect([shown?.headers.length, shown?.ignored]).toEqual([3, []]);
  expect((await rowsOf(ann, importId, 'c')).data).toMatchObject([
    { number: 2, key: 'L20', cells: [{ value: 'L20' }, { column: 'product_sku', value: 'MUG' }] },
  ]);
  expect(await errorsOf(ann, importId)).toEqual([
    '4 product_sku: is no product → a seller-sku that is the SKU of a product',
    '5 channel_sku: is missing → a value in the column listing-id',
    '6 product_sku: is missing → a seller-sku that is the SKU of a product',
  ]);
  const { data: causes } = (await own.as(ann, { url: `/api/imports/${importId}/causes` })).json();
  expect(causes.map((each: ImportCause) => `${each.rows} ${each.column} ${each.problem} (${each.examples})`).sort()).toEqual([
    '1 channel_sku is missing ()',
    '1 product_sku is missing ()',
    '1 product_sku is no product (NO-SUCH)',
  ]);
  const file = await own.as(ann, { url: `/api/imports/${importId}/wrong-rows` });
  expect(file.body.split('\r\n')[1]).toBe('NO-SUCH,L21,Of nothing,Product SKU is no product (a seller-sku that is the SKU of a product)');
  expect(await listings()).toContainEqual({ sku: 'B0007', name: 'Linked already', upc: null, means: 'CUP' });
});

test('orders that waited follow, and wait again where it is undone before they left', async () => {
  const shop = await buildShop(own);
  const bob = await own.person(shop.accountId);
  shop.sell({ orderNumber: '1001', items: [{ sku: 'L30', quantity: 2 }] });
  await shop.sync();
  const states = async () => (await shop.orders()).map(({ order_status }) => order_status);
  expect(await states()).toEqual(['error']);
  const text = report(['seller-sku', 'listing-id'], [['CUP', 'L30']]);
  const sent = async () => (await imported(bob, text, { mappingColumn: 'listing-id' })).json();
  const first = await sent();
  expect(first).toMatchObject({
    message: '1 listing was read, 1 linked to products. 1 order follows them; what is ready leaves in ten seconds.',
    linked: 1,
  });
  await shop.sync();
  expect(await states()).toEqual(['pending']);
  await undo(bob, first.importId);
  await shop.engine.passTime();
  await shop.sync();
  expect([await states(), await stateOf(first.importId)]).toMatchObject([['error'], { state: 'undone', kept: 0 }]);
  expect(await listings(shop.accountId)).toContainEqual({ sku: 'L30', name: 'L30', upc: null, means: null });
  await sent();
  await shop.engine.passTime();
  await shop.engine.runJobs();
  expect(await states()).toEqual(['packing']);
});

test('an undo gives listings back what they were, but for what the channel has said since', async () => {
  const bob = await own.person(await own.account());
  const shop = await addConnection(own, bob.accountId);
  await own.sql(`insert into products (account_id, sku, name) values ($1, 'MUG', 'A mug')`, [bob.accountId]);
  const list = (rows: [sku: string, name: string][]) =>
    withoutPerson(own.database, bob.accountId, (tenant) =>
      storeListings(
        tenant,
        shop,
        rows.map(([sku, name]) => ({ sku, name, remoteId: `id of ${sku}`, upc: null, imageUrl: null, url: null, raw: null })),
      ),
    );
  await list([
    ['L2', 'Theirs'],
    ['L3', 'Theirs too'],
  ]);
  const listed = () =>
    own.sql(
      `select connector_product_sku as sku, name, connector_product_id as id, is_alias from connector_products where account_id = $1
        and deleted_at is null order by 1`,
      [bob.accountId],
    );
  const before = await listed();
  const rows = ['L1', 'L2', 'L3'].map((listing) => ['A mug, reported', 'MUG', listing]);
  const { importId } = (
    await imported(bob, report(['item-name', 'seller-sku', 'listing-id'], rows), { mappingColumn: 'listing-id' })
  ).json();
  expect((await listed()).map(({ sku, name, id }) => [sku, name, id])).toEqual(
    ['L1', 'L2', 'L3'].map((sku) => [sku, 'A mug, reported', sku]),
  );
  await list([['L3', 'Theirs, and new']]);
  await undo(bob, importId);
  expect(await stateOf(importId)).toMatchObject({ state: 'undone', kept: 0 });
  expect(await listed()).toEqual([before[0], { ...before[1], name: 'Theirs, and new' }]);
});

test('with several channels somebody has to say which', async () => {
  await addConnection(own, ann.accountId);
  const text = report(columns, [['A', '', 'L9', 'NINE', '5']]);
  const both = (sentence: string) => ({ connector: [sentence], uploadedFile: [sentence] });
  expect((await send(ann, text)).json()).toEqual(both(aliasTexts.whichChannel));
  expect((await send(ann, text, { mappingColumn: 'seller-sku', connector: 'gone' })).json()).toEqual(both(aliasTexts.channelGone));
  const [{ slug } = { slug: '' }] = await own.sql<{ slug: string }>('select slug from connections where id = $1', [channel]);
  expect((await imported(ann, text, { mappingColumn: 'listing-id', connector: slug })).statusCode).toBe(200);
  expect(await listings()).toContainEqual({ sku: 'L9', name: 'A', upc: null, means: null });
});

/** A person of an account with one channel and one product, and a report of more rows than are stored at a time. */
async function withReport(): Promise<{ cat: Person; text: string; start: () => Promise<{ id: number; reply: ReturnType<typeof send> }> }> {
  const cat = await own.person(await own.account());
  await addConnection(own, cat.accountId);
  await own.sql(`insert into products (account_id, sku, name) values ($1, 'MUG', 'A mug')`, [cat.accountId]);
  const text = report(
    ['seller-sku', 'listing-id'],
    Array.from({ length: 1_200 }, (_, at) => ['MUG', `L${at}`]),
  );
  const start = async () => {
    const reply = send(cat, text, { mappingColumn: 'listing-id' });
    await expect.poll(() => waiting(cat)).toHaveLength(1);
    const [{ id } = { id: 0 }] = await waiting(cat);
    return { id: Number(id), reply };
  };
  return { cat, text, start };
}

test('a worker that stops in its middle has done nothing; the next one does all of it, and says so to who asked', async () => {
  const { cat, start } = await withReport();
  const { id, reply } = await start();
  await expect(work(cat, id, AbortSignal.abort())).rejects.toThrow('another begins');
  expect([await listings(cat.accountId), await stateOf(id)]).toMatchObject([[], { state: 'applying', created: 0 }]);
  await work(cat, id);
  const message = '1,200 listings were read, 1,200 linked to products.';
  expect((await reply).json()).toEqual({ message, alertType: 'success', importId: id, linked: 1_200 });
  expect(await own.sql('select state, done, skipped, failed, total from runs where account_id = $1', [cat.accountId])).toEqual([
    { state: 'done', done: 1_200, skipped: 0, failed: 0, total: 1_200 },
  ]);
});

test('one that is given up before it is done links nothing, and the call ends with that', async () => {
  const { cat, start } = await withReport();
  const { id, reply } = await start();
  await act(cat, id, 'cancel');
  await work(cat, id);
  expect((await reply).json()).toEqual({ message: 'Cancelled. Nothing was changed.', alertType: 'info', importId: id, linked: 0 });
  expect(await listings(cat.accountId)).toEqual([]);
});

test('the same report again joins the running one; by another column it waits its turn', async () => {
  const { cat, text, start } = await withReport();
  const { id, reply } = await start();
  const blocked = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  // Both wait for their account, and the one that came first is the first to go on: it has joined when the other is there.
  const holder = await connected(own.url);
  await holder.query('begin');
  await holder.query('select from accounts where id = $1 for no key update', [cat.accountId]);
  const again = send(cat, text, { mappingColumn: 'listing-id' });
  await expect.poll(() => own.sql(blocked)).toHaveLength(1);
  const other = send(cat, text, { mappingColumn: 'seller-sku' });
  await expect.poll(() => own.sql(blocked)).toHaveLength(2);
  await holder.query('commit');
  await expect.poll(() => waiting(cat)).toHaveLength(2);
  for (const each of await waiting(cat)) await work(cat, Number(each.id));
  expect([(await reply).json().importId, (await again).json().importId]).toEqual([id, id]);
  expect((await other).json()).toMatchObject({ message: '1,200 listings were read, 1 linked to products.' });
});

test('one that fails three times links nothing, and the call says what the specification says', async () => {
  const { cat, start } = await withReport();
  const { id, reply } = await start();
  await own.sql('alter table changes add constraint broken check (packed is null) not valid');
  try {
    for (const _try of [1, 2]) await expect(work(cat, id)).rejects.toThrow();
    await work(cat, id);
  } finally {
    await own.sql('alter table changes drop constraint broken');
  }
  expect([(await reply).statusCode, (await reply).json().errorMessage]).toEqual([500, aliasTexts.failed]);
  expect([await listings(cat.accountId), await stateOf(id)]).toMatchObject([[], { state: 'failed', problem: aliasTexts.failed }]);
  const columns = await own.as(cat, { method: 'PUT', url: `/api/imports/${id}/columns`, payload: { columns: { channel_sku: 0 } } });
  expect([columns.statusCode, columns.json().errorMessage]).toEqual([409, 'The columns of a listing report are known. Upload it again.']);
});

test('without a channel, a few SKUs that one shares with another do not make a report that channel’s', async () => {
  const dan = await own.person(await own.account());
  const [first = 0] = [await addConnection(own, dan.accountId), await addConnection(own, dan.accountId)];
  await own.sql(`insert into products (account_id, sku, name) values ($1, 'MUG', 'A mug')`, [dan.accountId]);
  await own.sql(
    `insert into connector_products (account_id, connection_id, connector_product_sku, connector_product_id, name)
      values ($1, $2, 'MUG', 'L1', 'A mug')`,
    [dan.accountId, first],
  );
  const rows = ['MUG', 'NEW-1', 'NEW-2'].map((sku, at) => [`Listing ${at}`, '', `L${at + 1}`, sku, '5']);
  const sent = await send(dan, report(columns, rows), {});
  expect([sent.statusCode, sent.json()]).toEqual([422, expect.objectContaining({ uploadedFile: [aliasTexts.whichChannel] })]);
  expect(await own.sql('select id from imports where account_id = $1', [dan.accountId])).toEqual([]);
});

test('called as the specification does, without a channel or a column, it is taken for the one channel that has these listings', async () => {
  const dan = await own.person(await own.account());
  const [, second = 0] = [await addConnection(own, dan.accountId), await addConnection(own, dan.accountId)];
  await own.sql(`insert into products (account_id, sku, name) values ($1, 'MUG', 'A mug')`, [dan.accountId]);
  const text = report(columns, [
    ['A mug', '', 'L1', 'MUG', '5'],
    ['New', '', 'L2', 'NEW', '5'],
  ]);
  expect((await send(dan, text, {})).json()).toMatchObject({ uploadedFile: [aliasTexts.whichChannel] });
  await inTenant(own.database, dan, (tenant) =>
    storeListings(tenant, second, [{ sku: 'MUG', name: 'A mug', remoteId: 'L1', upc: null, imageUrl: null, url: null, raw: null }]),
  );
  expect((await imported(dan, text, {})).statusCode).toBe(200);
  expect(
    await own.sql(
      `select connector_product_sku as sku, connection_id::int as connection from connector_products where account_id = $1 order by 1`,
      [dan.accountId],
    ),
  ).toEqual([
    { sku: 'MUG', connection: second },
    { sku: 'NEW', connection: second },
  ]);
});

test.each([
  ['Polish in Windows-1250', 'windows-1250', ['nazwa-produktu', 'identyfikator-oferty', 'sku-sprzedawcy', 'ilość'], 'Żółta łódź'],
  ['Japanese in Shift_JIS', 'shift_jis', ['商品名', '出品ID', '出品者SKU', '数量'], '黄色い船'],
  ['Chinese in GB 18030', 'gb18030', ['商品名称', '商品编码', '卖家 SKU', '数量'], '黄色的船'],
  ['German in Windows-1252', 'windows-1252', ['Artikelbezeichnung', 'Angebotsnummer', 'Händler-SKU', 'Menge'], 'Größe für Öl'],
  ['French in UTF-8', 'utf-8', ['nom-produit', 'id-offre', 'sku-vendeur', 'quantité'], 'Théière « bleue »'],
])('a listing report of another marketplace is read: %s', async (_, encoding, headers, name) => {
  const person = await own.person(await own.account());
  await addConnection(own, person.accountId);
  const reply = await imported(person, bytesIn(encoding, report(headers, [[name, 'L1', 'BOAT', '3']])));
  expect([reply.statusCode, reply.json()]).toEqual([200, expect.objectContaining({ linked: 0 })]);
  expect(await listings(person.accountId)).toEqual([{ sku: 'BOAT', name, upc: null, means: null }]);
});

/** Found by decoding, since nothing here encodes anything but Unicode. */
function bytesIn(encoding: string, text: string): Buffer {
  if (encoding === 'utf-8') return Buffer.from(text);
  const decoder = new TextDecoder(encoding);
  const bytesOf = new Map<string, number[]>();
  for (let first = 0; first < 256; first++) {
    bytesOf.set(decoder.decode(Uint8Array.of(first)), [first]);
    for (let second = 0x40; second < 256; second++) {
      const char = decoder.decode(Uint8Array.of(first, second));
      if (first > 0x7f && [...char].length === 1 && !bytesOf.has(char)) bytesOf.set(char, [first, second]);
    }
  }
  return Buffer.from([...text].flatMap((char) => bytesOf.get(char) ?? []));
}
