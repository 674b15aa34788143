import { createHash } from 'node:crypto';
import type { Listings, ProductUpload, Result, UploadOutcome } from '../../contract.ts';
import { mapResult } from '../../http/result.ts';
import { because } from '../reasons.ts';
import { granted, rejected } from '../refusals.ts';
import type { Opened } from '../settings.ts';
import { operationId } from '../wire.ts';
import { quoted } from './items.ts';

type Uploading = NonNullable<Listings['upload']>;

/** When Shopify is asked what became of a product. */
const pauseMs = 5_000;

/**
 * Puts products into the shop, its one profile: Shopify works on each after it has replied, and is asked by the id of that work. A product
 * that is new stays a draft until the seller has given it a price and published it there. One that the shop has keeps all but its title
 * and text.
 */
export function uploadOf({ client, now }: Opened): Required<Uploading> {
  const soon = () => new Date(now().getTime() + pauseMs);
  return {
    listProfiles: async () =>
      mapResult(await client.shop(), ({ shop, currentAppInstallation: { accessScopes } }) =>
        accessScopes.some(({ handle }) => handle === 'write_products') ? [{ id: shop.id, name: shop.name }] : [],
      ),
    async upload(product, profileIds) {
      const target = await targetOf(client, product);
      if (!target.ok) return target;
      const put = granted(await client.putProduct(target.value));
      return mapResult(put, ({ productSetOperation: operation }) =>
        profileIds.map((profileId) => ({ profileId, remoteId: null, url: null, pending: { ticket: operation?.id ?? '', at: soon() } })),
      );
    },
    async ask(ticket, profileIds) {
      if (!operationId.safeParse(ticket).success) return forgotten;
      const found = await client.productOperation(ticket);
      if (!found.ok) return found;
      const operation = found.value;
      if (operation === null) return forgotten;
      if (operation.status !== 'COMPLETE') {
        const pending = { ticket, at: soon() };
        return { ok: true, value: profileIds.map((profileId) => ({ profileId, remoteId: null, url: null, pending })) };
      }
      const refusal = granted({ ok: true, value: { userErrors: operation.userErrors ?? [] } });
      const { product } = operation;
      return {
        ok: true,
        value: profileIds.map((profileId): UploadOutcome => {
          const listed = { profileId, remoteId: product?.variants.nodes[0]?.id ?? null, url: product?.onlineStoreUrl || null };
          return refusal.ok ? listed : { ...listed, failure: refusal.failure };
        }),
      };
    },
  };
}

const forgotten = { ok: false, failure: { kind: 'not_found', reason: because({ code: 'shopify.no_operation' }) } } as const;

type Target = { identifier: Record<string, string>; input: Record<string, unknown> };

/**
 * What the product is put into: the one that has its SKU, or a new one. A list that is given replaces the whole of it, so variants and
 * pictures go with a new product alone. Its handle is made of the SKU, so that a second one finds the first that the search does not know
 * yet.
 */
async function targetOf(client: Opened['client'], product: ProductUpload): Promise<Result<Target>> {
  const { sku, name, description } = product;
  const found = await client.variantsWith(`sku:${quoted(sku)}`);
  if (!found.ok) return found;
  const same = found.value.nodes.filter((variant) => variant.sku === sku);
  const [variant] = same;
  const texts = { title: name, ...(description && { descriptionHtml: asHtml(description) }) };
  if (!variant) {
    const handle = handleOf(sku);
    return { ok: true, value: { identifier: { handle }, input: { handle, ...texts, ...withVariant(product) } } };
  }
  if (same.length > 1) return rejected(because({ code: 'shopify.several_items', sku, items: same.length }));
  const { id, variantsCount } = variant.product;
  // Its title is of all of them.
  if ((variantsCount?.count ?? 0) > 1) return rejected(because({ code: 'shopify.is_variation', sku }));
  return { ok: true, value: { identifier: { id }, input: texts } };
}

const option = { name: 'Title', value: 'Default Title' };

const withVariant = ({ sku, upc, imageUrl }: ProductUpload) => ({
  status: 'DRAFT',
  productOptions: [{ name: option.name, values: [{ name: option.value }] }],
  variants: [
    {
      ...{ sku, optionValues: [{ optionName: option.name, name: option.value }], inventoryItem: { tracked: true } },
      ...(upc && { barcode: upc }),
    },
  ],
  ...(imageUrl && { files: [{ originalSource: imageUrl, contentType: 'IMAGE' }] }),
});

const handleOf = (sku: string) => {
  const words = sku.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return [...words, createHash('sha256').update(sku).digest('hex').slice(0, 10)].join('-').slice(-200);
};

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const asHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign).replaceAll('\n', '<br>');
