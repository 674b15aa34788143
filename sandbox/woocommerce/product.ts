import { z } from 'zod';
import type { Collection, Kept } from '../kit/collection.ts';
import { dates } from './times.ts';

/** `parent`: of a variation, the product that it is one of; 0 of others. `stock`: null while it is not managed. */
export const newProduct = z.object({
  ...{ sku: z.string(), name: z.string().optional(), parent: z.number().int().default(0), price: z.string().default('10.00') },
  ...{ stock: z.number().int().nullable().default(null), options: z.record(z.string(), z.string()).default({}) },
  ...{ isVariable: z.boolean().default(false), image: z.url().nullable().default(null) },
});
export type NewProduct = z.input<typeof newProduct>;
export type WooProduct = z.output<typeof newProduct>;

/** Of what an order names: its own id, and that of the product above a variation. A SKU that no product has belonged to a deleted one. */
export function idsOf(products: Collection<WooProduct>, sku: string): { product: number; parent: number } {
  const found = products.find((product) => product.sku === sku);
  return { product: found?.id ?? 0, parent: found?.parent ?? 0 };
}

const typeOf = ({ parent, isVariable }: WooProduct) => (parent ? 'variation' : isVariable ? 'variable' : 'simple');

/** A product, or a variation, which v3 sends with fewer fields and one image. */
export function renderProduct(product: Kept<WooProduct>) {
  const { id, name, sku, stock, price, parent, options, image } = product;
  const images = image ? [{ id: id + 9000, src: image, name: '', alt: '' }] : [];
  const link = `https://shop.example.com/?p=${id}`;
  return {
    ...{ id, ...dates('date_created', product.createdAt), ...dates('date_modified', product.changedAt), status: 'publish' },
    ...{ name: name ?? sku, type: typeOf(product), sku, global_unique_id: '', permalink: link, parent_id: parent, description: '' },
    ...{ price, regular_price: price, sale_price: '', on_sale: false, purchasable: true, virtual: false, downloadable: false },
    ...{ manage_stock: stock !== null, stock_quantity: stock, stock_status: stock === 0 ? 'outofstock' : 'instock', backorders: 'no' },
    ...{ weight: '', dimensions: { length: '', width: '', height: '' }, shipping_class: '', shipping_class_id: 0, menu_order: 0 },
    attributes: Object.entries(options).map(([key, option], at) => ({ id: at + 1, name: key, slug: key.toLowerCase(), option })),
    meta_data: [],
    ...(parent ? { image: images[0] ?? null } : { slug: sku.toLowerCase(), images, categories: [], tags: [], variations: [] }),
  };
}
