import { beforeAll, expect, test } from 'vitest';
import { encoded } from '../../../test/encoded.ts';
import { addConnection, addProducts } from '../../../test/shop/rows.ts';
import { type Person, testWeb } from '../../../test/web.ts';
import { listingTexts } from '../links/listings/listing-contract.ts';
import { readListings } from './read.ts';

const own = testWeb();
let ann: Person;
let slug = '';
beforeAll(async () => {
  const accountId = await own.account();
  ann = await own.person(accountId);
  const id = await addConnection(own, accountId);
  slug = String((await own.sql<{ slug: string }>('select slug from connections where id = $1', [id]))[0]?.slug);
  await addProducts(own, accountId, ['MUG']);
});

const upload = (content: string | Buffer, name = 'products.csv', query = '') => {
  const head = `--x\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: text/csv\r\n\r\n`;
  const payload = Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from('\r\n--x--\r\n')]);
  const headers = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': String(payload.length) };
  return own.as(ann, { method: 'POST', url: `/api/connectors/${slug}/products/upload${query}`, headers, payload });
};

test('a file of a channel’s products is listed, what is equal is linked, and the second time nothing changes', async () => {
  const file = 'seller-sku;Title;UPC;Product ID;Qty\r\nMUG;A mug;501;L-1;4\r\nOWL;"Owl; red";;;\r\n;no sku;;;\r\n';
  const reply = await upload(file);
  expect([reply.statusCode, reply.json()]).toEqual([
    200,
    { message: '2 connector products were imported. 1 row was left out: no SKU in it, or not readable.', alertType: 'success' },
  ]);
  const { connector_products: listed } = (await own.as(ann, { url: `/api/connectors/${slug}/products` })).json();
  expect(
    listed.data.map((row: { title: string; linked: { sku: string } | null; qty: number | null }) => [
      row.title,
      row.linked?.sku ?? null,
      row.qty,
    ]),
  ).toEqual([
    ['Owl; red', null, null],
    ['A mug', 'MUG', 4],
  ]);
  expect((await upload(file)).json().message).toContain('0 connector products were imported. 2 were known already.');
});

test('warehouse, stock id and source link are read too, and what a file does not have stays', async () => {
  const file = 'SKU,Warehouse,Stock ID,Source link,Quantity\nFULL,North,S-9,https://shop.example/full,3\nBAD,,,javascript:alert(1),\n';
  await upload(file);
  await own.sql(`update connector_products set image_url = 'https://shop.example/full.png' where connector_product_sku = 'FULL'`);
  await upload('SKU,Title\nFULL,All of it\n');
  const { connector_products: listed } = (await own.as(ann, { url: `/api/connectors/${slug}/products?q=full` })).json();
  expect(listed.data).toMatchObject([
    {
      ...{ title: 'All of it', connector_product_location: 'North', stock_id: 'S-9', qty: 3 },
      ...{ source_link: 'https://shop.example/full', image_url: 'https://shop.example/full.png' },
    },
  ]);
  const bad = (await own.as(ann, { url: `/api/connectors/${slug}/products?q=bad` })).json().connector_products;
  expect(bad.data).toMatchObject([{ source_link: null, connector_product_location: null }]);
});

test.each([
  ['another type of file', Buffer.from('PK\u0003\u0004 a workbook'), 211, 'File type is wrong.  Please upload CSV file.'],
  ['no column of SKUs', 'colour;size\r\nred;7\r\n', 212, 'Your file has invalid format.  Please reformat your file and try again later.'],
  ['nothing', '', 212, 'Your file has invalid format.  Please reformat your file and try again later.'],
  ['several readings', encoded('sku,title\nA,Mąka\n', 'windows-1250'), 212, listingTexts.unsure],
])('with %s it says so', async (_what, content, status, message) => {
  const reply = await upload(content);
  expect([reply.statusCode, reply.json().message]).toEqual([status, message]);
});

test('a SKU that comes twice counts once, the last time', async () => {
  expect(await readListings(Buffer.from('sku,title\nA,one\nA,two\n'))).toEqual({
    listings: [{ sku: 'A', remoteId: null, name: 'two', upc: null, quantity: null, location: null, stockId: null, url: null }],
    left: 0,
  });
});

test('cells that no index has room for, and a NUL, stop no file', async () => {
  const long = Array.from({ length: 6_000 }, (_, n) => String.fromCodePoint(0x4e00 + ((n * 7_919) % 20_000))).join('');
  const reply = await upload(`sku,title,product id\nWORDY,${long},W-1\nNUL\u0000,With\u0000out,N-1\nIDS,An owl,${long}\n`);
  expect([reply.statusCode, reply.json().message]).toEqual([
    200,
    '2 connector products were imported. 1 row was left out: no SKU in it, or not readable.',
  ]);
  const { connector_products: listed } = (await own.as(ann, { url: `/api/connectors/${slug}/products?q=nul` })).json();
  expect(listed.data).toMatchObject([{ connector_product_sku: 'NUL', title: 'Without' }]);
});

test('while a large file is read others are served, and one with too many rows is refused', async () => {
  const rows = (count: number) => Buffer.from(`sku,title\n${Array.from({ length: count }, (_, n) => `SKU-${n},A title\n`).join('')}`);
  let [turns, isRead] = [0, false];
  const turn = () => {
    turns += 1;
    if (!isRead) setImmediate(turn);
  };
  setImmediate(turn);
  expect(await readListings(rows(100_000))).toMatchObject({ left: 0 });
  isRead = true;
  expect(turns).toBeGreaterThan(20);
  expect(await readListings(rows(100_001))).toMatchObject({
    ...{ refused: 212, message: expect.stringContaining('The file has more than 100,000 rows. Split it.') },
  });
});

test('of a file that can be read in several ways a person chooses one, and it is read so', async () => {
  const file = encoded('sku,title\nFLOUR,Mąka\n', 'windows-1250');
  const { readings } = (await upload(file)).json();
  expect(readings[0]).toEqual({ encoding: 'windows-1250', lines: ['FLOUR,Mąka'] });
  expect((await upload(file, 'products.csv', '?encoding=windows-1250')).json().alertType).toBe('success');
  const { connector_products: listed } = (await own.as(ann, { url: `/api/connectors/${slug}/products?q=flour` })).json();
  expect(listed.data).toMatchObject([{ title: 'Mąka' }]);
});

test('a second file ends no link: id, name and UPC stay where it has none, and another id alone is no other article', async () => {
  await addProducts(own, ann.accountId, ['BOWL']);
  await upload('SKU,Product ID,Title,UPC\nBOWL,B-1,A bowl,5010000225681\n');
  const bowl = async () => {
    const { connector_products: listed } = (await own.as(ann, { url: `/api/connectors/${slug}/products?q=bowl` })).json();
    return listed.data.map((row: { title: string; qty: number | null; linked: { sku: string } | null; connector_product_id: string }) => [
      row.title,
      row.connector_product_id,
      row.qty,
      row.linked?.sku,
    ]);
  };
  expect(await bowl()).toEqual([['A bowl', 'B-1', null, 'BOWL']]);
  await upload('SKU,Qty\nBOWL,7\n');
  expect(await bowl()).toEqual([['A bowl', 'B-1', 7, 'BOWL']]);
  await upload('SKU,Product ID,Title\nBOWL,B-2,A blue bowl\n');
  expect(await bowl()).toMatchObject([['A blue bowl', 'B-2', 7, 'BOWL']]);
});

test('a channel that tells its products itself takes none from a file', async () => {
  const id = await addConnection(own, ann.accountId);
  const [row] = await own.sql<{ slug: string }>(
    `update connections set capabilities = capabilities || '{listings}' where id = $1 returning slug`,
    [id],
  );
  const usual = slug;
  slug = String(row?.slug);
  const reply = await upload('SKU,Qty\nMUG,7\n');
  slug = usual;
  expect([reply.statusCode, reply.json().code]).toEqual([409, 'tells_products']);
});
