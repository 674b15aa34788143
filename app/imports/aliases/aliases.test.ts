import { beforeAll, expect, test } from 'vitest';
import { addConnection } from '../../../test/shop/rows.ts';
import { type Person, testWeb } from '../../../test/web.ts';
import { aliasTexts } from './contract.ts';

const own = testWeb();
let ann: Person;
let channel: number;

beforeAll(async () => {
  ann = await own.person(await own.account());
  channel = await addConnection(own, ann.accountId);
  await own.sql(`insert into products (account_id, sku, name) values ($1, 'MUG', 'A mug'), ($1, 'CUP', 'A cup')`, [ann.accountId]);
});

async function send(content: string, fields: Record<string, string> = { mappingColumn: 'seller-sku' }, field = 'uploadedFile') {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set(field, new File([content], 'listings.txt', { type: 'text/plain' }));
  const sent = new Response(form);
  const headers = { 'content-type': sent.headers.get('content-type') ?? '' };
  return own.as(ann, { method: 'POST', url: '/api/products/import', headers, payload: Buffer.from(await sent.arrayBuffer()) });
}

const listings = () =>
  own.sql(
    `select cp.connector_product_sku as sku, cp.name, cp.upc, p.sku as means from connector_products cp left join products p on p.account_id = cp.account_id and p.id = cp.product_id
     where cp.account_id = $1 order by 1`,
    [ann.accountId],
  );

/** As a marketplace writes it: tabs, quotes that are data, rows that end early. */
const report = (columns: string[], rows: string[][]) => [columns, ...rows].map((row) => row.join('\t')).join('\r\n');
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

test('a listing report is read by the names of its columns, and listings are linked by the seller’s SKU', async () => {
  const reply = await send(
    report(columns, [
      ['A 3" mug', '', 'L1', 'MUG', '5', '1', '', '', 'y', '4', '', '', '11', 'B0001', '012345678905'],
      ['Unknown', '', 'L2', 'X-1', '5'],
      ['Ended', '', 'L3', '', '5'],
    ]),
  );
  expect([reply.statusCode, reply.json()]).toEqual([
    200,
    { message: '2 listings were read, 1 linked to products. 1 row has no value in the mapping column.', alertType: 'warning' },
  ]);
  expect(await listings()).toEqual([
    { sku: 'MUG', name: 'A 3" mug', upc: '012345678905', means: 'MUG' },
    { sku: 'X-1', name: 'Unknown', upc: null, means: null },
  ]);
});

test('what order lines name is the chosen column: the product stays the seller’s', async () => {
  const wide = [...columns, ...Array.from({ length: 32 }, (_, at) => `extra-${at}`)];
  const reply = await send(
    report(wide, [['A cup', '', 'L7', 'CUP', '5', '1', '', 'javascript:x', 'y', '1', '', '', '11', 'B0007', 'B0007']]),
    { mappingColumn: 'product-id' },
  );
  expect(reply.json()).toEqual({ message: '1 listing was read, 1 linked to products.', alertType: 'success' });
  expect(await listings()).toContainEqual({ sku: 'B0007', name: 'A cup', upc: null, means: 'CUP' });
  expect(await own.sql(`select from connector_products where image_url is not null and account_id = $1`, [ann.accountId])).toEqual([]);
});

test.each<[string, Parameters<typeof send>, Record<string, string[]>]>([
  ['no mapping column', [report(columns, [['a']]), { mappingColumn: '' }], { mappingColumn: [aliasTexts.noColumn] }],
  ['a workbook', ['PK\u0003\u0004'], { uploadedFile: ['File type is wrong.  Please upload CSV file.'] }],
  ['a file without the column', ['item-name\tasin1\nA\tB\n'], { uploadedFile: ['The file has no column seller-sku.'] }],
  ['no file', ['x', { mappingColumn: 'seller-sku' }, 'other'], { uploadedFile: [aliasTexts.noFile] }],
])('%s is refused', async (_what, sent, fields) => {
  const reply = await send(...sent);
  expect([reply.statusCode, reply.json()]).toEqual([422, fields]);
});

test('with several channels somebody has to say which', async () => {
  await addConnection(own, ann.accountId);
  const text = report(columns, [['A', '', 'L9', 'NINE', '5']]);
  expect((await send(text)).json()).toEqual({ connector: [aliasTexts.whichChannel] });
  const [{ slug } = { slug: '' }] = await own.sql<{ slug: string }>('select slug from connections where id = $1', [channel]);
  expect((await send(text, { mappingColumn: 'listing-id', connector: slug })).statusCode).toBe(200);
  expect(await listings()).toContainEqual({ sku: 'L9', name: 'A', upc: null, means: null });
});
