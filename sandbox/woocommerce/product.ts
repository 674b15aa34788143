import { z } from 'zod';
import { every } from '../kit/bodies.ts';
import type { Kept } from '../kit/collection.ts';
import { dates } from './times.ts';

/** `parent`: of a variation, the product that it is one of; 0 of others. `stock`: null while it is not managed. */
export const newProduct = z.object({
  ...{ sku: z.string(), name: z.string().optional(), parent: z.number().int().default(0), price: z.string().default('10.00') },
  ...{ stock: z.number().int().nullable().default(null), options: z.record(z.string(), z.string()).default({}) },
  ...{ isVariable: z.boolean().default(false), isDownloadable: z.boolean().default(false), image: z.url().nullable().default(null) },
});
export type NewProduct = z.input<typeof newProduct>;
export type WooProduct = z.output<typeof newProduct>;

/** A product, or a variation, which v3 sends with fewer fields and one image. */
export function renderProduct(product: Kept<WooProduct>) {
  const { id, name, sku, stock, price, parent, options, image, isVariable, isDownloadable } = product;
  const images = image ? [{ id: id + 9000, src: image, name: '', alt: '' }] : [];
  return {
    ...{ id, ...dates('date_created', product.createdAt), ...dates('date_modified', product.changedAt), status: 'publish', sku },
    ...{ name: name ?? sku, type: parent ? 'variation' : isVariable ? 'variable' : 'simple', parent_id: parent, price, menu_order: 0 },
    ...{ permalink: `https://shop.example.com/?p=${id}`, regular_price: price, dimensions: every('', 'length width height') },
    ...every('', 'global_unique_id description sale_price weight shipping_class'),
    ...{ on_sale: false, purchasable: true, virtual: isDownloadable, downloadable: isDownloadable, shipping_class_id: 0, meta_data: [] },
    ...{ manage_stock: stock !== null, stock_quantity: stock, stock_status: stock === 0 ? 'outofstock' : 'instock', backorders: 'no' },
    attributes: Object.entries(options).map(([key, option], at) => ({ id: at + 1, name: key, slug: key.toLowerCase(), option })),
    ...(parent ? { image: images[0] ?? null } : { slug: sku.toLowerCase(), images, categories: [], tags: [], variations: [] }),
  };
}
