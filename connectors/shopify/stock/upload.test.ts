import { expect, onTestFinished, test } from 'vitest';
import { wordedWith } from '../../../test/worded.ts';
import { had } from '../../contract-suite/opened.ts';
import { gid, listOf, type Shop } from '../edge.ts';
import { openShop } from '../opened.ts';

const product = {
  ...{
    sku: 'MUG "XL" 1',
    name: 'A mug',
    description: 'For <tea>\nand coffee',
    upc: '5012345678900',
    imageUrl: 'https://img.example/mug.png',
  },
  ...{ price: null, currency: null },
};
const profile = '548380009';
const variant = (sku: string, id: number, count = 1) => ({ sku, product: { id: gid('Product', id), variantsCount: { count } } });

async function shopWith(changes: Partial<Shop> = {}) {
  const { listings, edge } = await openShop(changes);
  onTestFinished(edge.stop);
  const { upload } = listings;
  if (!upload?.ask) return expect.unreachable('it takes products');
  const put = () => edge.asked().find(({ operation }) => operation === 'PutProduct')?.variables as unknown;
  return { upload: { ...upload, ask: upload.ask }, edge, put };
}
const finding = (...nodes: unknown[]) => ({ replies: { VariantsWith: () => ({ productVariants: listOf(nodes) }) } });

test('a product that the shop does not have becomes a draft without a price, under a handle that is the same each time', async () => {
  const { upload, put, edge } = await shopWith(finding(variant('MUG "XL" 12', 3)));
  const [outcome] = had(await upload.upload(product, [profile]));
  expect(outcome).toEqual({
    ...{ profileId: profile, remoteId: null, url: null },
    pending: { ticket: gid('ProductSetOperation', 1), at: new Date('2026-11-21T12:00:05Z') },
  });
  expect(edge.asked()[0]?.variables.query).toBe('sku:"MUG \\"XL\\" 1"');
  const handle = 'mug-xl-1-9ced6e2ccd';
  expect(put()).toEqual({
    identifier: { handle },
    input: {
      ...{ handle, title: 'A mug', descriptionHtml: 'For &lt;tea&gt;<br>and coffee', status: 'DRAFT' },
      productOptions: [{ name: 'Title', values: [{ name: 'Default Title' }] }],
      variants: [
        {
          ...{ sku: 'MUG "XL" 1', barcode: '5012345678900', inventoryItem: { tracked: true } },
          optionValues: [{ optionName: 'Title', name: 'Default Title' }],
        },
      ],
      files: [{ originalSource: 'https://img.example/mug.png', contentType: 'IMAGE' }],
    },
  });
});

test('one that the shop has keeps all but its title and text', async () => {
  const { upload, put } = await shopWith(finding(variant(product.sku, 7)));
  had(await upload.upload({ ...product, description: null }, [profile]));
  expect(put()).toEqual({ identifier: { id: gid('Product', 7) }, input: { title: 'A mug' } });
});

test.each([
  ['is one of several variants', [variant(product.sku, 7, 3)], 'is one of several variants of a product in the shop'],
  ['is the SKU of two products', [variant(product.sku, 7), variant(product.sku, 8)], '2 products of the shop have the SKU'],
])('nothing is changed of what %s', async (_what, nodes, words) => {
  const { upload, put } = await shopWith(finding(...nodes));
  const result = await upload.upload(product, [profile]);
  expect(result).toMatchObject({ ok: false, failure: { reason: wordedWith(words) } });
  expect(put()).toBeUndefined();
});

const under = (...skus: string[]) => ({
  replies: { ProductUnder: () => ({ productByIdentifier: { id: gid('Product', 9), variants: { nodes: skus.map((sku) => ({ sku })) } } }) },
});

test('one that the search does not know yet is found by its handle, and keeps its status, its variant and its pictures', async () => {
  const { upload, put, edge } = await shopWith(under(product.sku));
  had(await upload.upload(product, [profile]));
  expect(edge.asked().find(({ operation }) => operation === 'ProductUnder')?.variables).toEqual({ handle: 'mug-xl-1-9ced6e2ccd' });
  expect(put()).toEqual({
    identifier: { id: gid('Product', 9) },
    input: { title: 'A mug', descriptionHtml: 'For &lt;tea&gt;<br>and coffee' },
  });
});

test.each([
  ['has got several variants', [product.sku, 'MUG-2'], 'is one of several variants of a product in the shop'],
  ['has got another SKU', ['MUG-2'], 'has another SKU by now'],
  ['has lost its variants', [], 'has another SKU by now'],
])('nothing is changed of a product under our handle that %s', async (_what, skus, words) => {
  const { upload, put } = await shopWith(under(...skus));
  expect(await upload.upload(product, [profile])).toMatchObject({ ok: false, failure: { reason: wordedWith(words) } });
  expect(put()).toBeUndefined();
});

/** A search that finds one variant a page. */
const paging = (nodes: unknown[], pages = nodes.length) => ({
  replies: {
    VariantsWith: ({ after }: { after: string | null }) => {
      const page = Number(after ?? 0);
      const pageInfo = { hasNextPage: page + 1 < pages, endCursor: String(page + 1) };
      return { productVariants: { nodes: nodes.slice(page, page + 1), pageInfo } };
    },
  },
});

test('all pages of the search are read for the SKU, and where they do not end nothing is changed', async () => {
  const like = variant('MUG "XL" 12', 3);
  const last = await shopWith(paging([like, like, variant(product.sku, 7)]));
  had(await last.upload.upload(product, [profile]));
  expect(last.put()).toMatchObject({ identifier: { id: gid('Product', 7) } });
  const twice = await shopWith(paging([variant(product.sku, 7), like, variant(product.sku, 8)]));
  expect(await twice.upload.upload(product, [profile])).toMatchObject({ ok: false, failure: { reason: wordedWith('2 products') } });
  const endless = await shopWith(paging([variant(product.sku, 7)], 1_000));
  expect(await endless.upload.upload(product, [profile])).toMatchObject({ ok: false, failure: { reason: wordedWith('more SKUs like') } });
  expect([twice.put(), endless.put()]).toEqual([undefined, undefined]);
});

test('what Shopify refuses is said in its words, at once or by the ticket, and a ticket that it forgot is not found', async () => {
  const userErrors = [{ field: ['input', 'title'], message: 'Title is too long', code: 'INVALID_PRODUCT' }];
  const replies = {
    PutProduct: () => ({ productSet: { productSetOperation: null, userErrors } }),
    ProductOperation: ({ id }: { id: string }) => ({
      productOperation: id.endsWith('/1') ? { status: 'COMPLETE', product: null, userErrors } : null,
    }),
  };
  const { upload } = await shopWith({ replies });
  const reason = { text: 'Title is too long' };
  expect(await upload.upload(product, [profile])).toMatchObject({ ok: false, failure: { kind: 'rejected', reason } });
  expect(had(await upload.ask(gid('ProductSetOperation', 1), [profile]))).toMatchObject([{ failure: { kind: 'rejected', reason } }]);
  expect(await upload.ask(gid('ProductSetOperation', 2), [profile])).toMatchObject({ ok: false, failure: { kind: 'not_found' } });
});

test('an app that may not write products has no profile to offer', async () => {
  const { upload } = await shopWith({ scopes: ['read_products'] });
  expect(had(await upload.listProfiles())).toEqual([]);
});
