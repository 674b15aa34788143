import { createHash } from 'node:crypto';
import type { ProductUpload, Result } from '../../contract.ts';
import { because } from '../reasons.ts';
import { rejected } from '../refusals.ts';
import type { Opened } from '../settings.ts';
import type { VariantFound } from '../wire.ts';
import { quoted } from './items.ts';

type Client = Opened['client'];
type Target = { identifier: Record<string, string>; input: Record<string, unknown> };

/**
 * What a product is put into: the one that has its SKU, or a new one, a draft. A list that is given replaces the whole of it, and a status
 * takes what is sold off the shop, so variants, pictures and the status go with a new product alone. Its handle is made of the SKU: by it
 * the one is found that the search does not know yet.
 */
export async function targetOf(client: Client, product: ProductUpload): Promise<Result<Target>> {
  const { sku, name, description } = product;
  const found = await variantsOf(client, sku);
  if (!found.ok) return found;
  const texts = { title: name, ...(description && { descriptionHtml: asHtml(description) }) };
  const [variant] = found.value;
  if (!variant) return underHandle(client, product, texts);
  if (found.value.length > 1) return rejected(because({ code: 'shopify.several_items', sku, items: found.value.length }));
  const { id, variantsCount } = variant.product;
  // Its title is of all of them.
  if ((variantsCount?.count ?? 0) > 1) return rejected(because({ code: 'shopify.is_variation', sku }));
  return { ok: true, value: { identifier: { id }, input: texts } };
}

/** Of fifty each. */
const mostPages = 10;

/** All variants that have this very SKU; a search finds those that are only like it, too. */
async function variantsOf(client: Client, sku: string): Promise<Result<VariantFound[]>> {
  const same: VariantFound[] = [];
  let after: string | null = null;
  for (let page = 0; page < mostPages; page += 1) {
    const found: Awaited<ReturnType<Client['variantsWith']>> = await client.variantsWith({ query: `sku:${quoted(sku)}`, after });
    if (!found.ok) return found;
    const { nodes, pageInfo } = found.value;
    same.push(...nodes.filter((variant) => variant.sku === sku));
    if (!pageInfo.hasNextPage || !pageInfo.endCursor) return { ok: true, value: same };
    after = pageInfo.endCursor;
  }
  return rejected(because({ code: 'shopify.many_alike', sku }));
}

async function underHandle(client: Client, product: ProductUpload, texts: Record<string, unknown>): Promise<Result<Target>> {
  const { sku } = product;
  const handle = handleOf(sku);
  const found = await client.productUnder(handle);
  if (!found.ok) return found;
  if (!found.value) return { ok: true, value: { identifier: { handle }, input: { handle, ...texts, ...withVariant(product) } } };
  const { id, variants } = found.value;
  const [first, ...others] = variants.nodes;
  if (others.length > 0) return rejected(because({ code: 'shopify.is_variation', sku }));
  if (first?.sku !== sku) return rejected(because({ code: 'shopify.other_sku', sku, handle }));
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
