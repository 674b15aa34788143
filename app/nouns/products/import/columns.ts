import type { z } from 'zod';
import type { Cell, ImportColumn } from '../../../shared/imports/entity.ts';
import type { Expected } from '../../../shared/imports/expectations.ts';
import { brokenRule, bySchema, readKey, readUpc, readWeight, readWhole, safely } from '../../../shared/imports/read-cell.ts';
import { itemValues, sku } from '../../catalogue/values/item-values.ts';

/** The columns of the files of products and raw materials, as `product.md` of the specification's answers names them. */
export const itemColumns: readonly [ImportColumn, ...ImportColumn[]] = [
  {
    ...{ name: 'sku', title: 'SKU', sample: 'MUG-BLUE' },
    also: ['Stock code', 'Item SKU', 'Product SKU', 'Item number', 'Part number'],
    read: readKey(bySchema(sku, { code: 'at_most', most: 100 })),
  },
  {
    ...{ name: 'name', title: 'Name', sample: 'Blue mug, 330 ml' },
    also: ['Title', 'Product name', 'Item name', 'Product title'],
    read: short(60, bySchema(itemValues.shape.name, { code: 'at_most', most: 500 })),
  },
  {
    ...{ name: 'upc', title: 'UPC', sample: '012345678905' },
    also: ['Barcode', 'EAN', 'GTIN', 'UPC/EAN'],
    read: readUpc(bySchema(itemValues.shape.upc, { code: 'upc' })),
  },
  {
    ...{ name: 'description', title: 'Description', sample: 'Stoneware; dishwasher-safe' },
    also: ['Long description', 'Product description'],
    read: short(1_000, bySchema(itemValues.shape.description, { code: 'at_most', most: 5_000 })),
  },
  {
    ...{ name: 'category', title: 'Category', sample: 'Mugs' },
    also: ['Category name', 'Product category'],
    read: bySchema(itemValues.shape.category, { code: 'at_most', most: 60 }),
  },
  {
    ...{ name: 'image_url', title: 'Image URL', sample: 'https://example.com/mug-blue.jpg' },
    also: ['Image', 'Image address', 'Image link', 'Picture'],
    read: ofTheWeb(bySchema(itemValues.shape.image_url, { code: 'image_address' })),
  },
  {
    ...{ name: 'unit', title: 'Unit', sample: 'piece' },
    also: ['UOM', 'Unit of measure'],
    read: short(30, bySchema(itemValues.shape.unit, { code: 'at_most', most: 30 })),
  },
  {
    name: 'weight',
    title: 'Weight',
    sample: '0.38',
    read: plainNumber(/^\d{1,5}(?:\.\d{1,4})?$/, readWeight(byNumber(itemValues.shape.weight, { code: 'decimal' }))),
  },
  {
    ...{ name: 'warehouse_location', title: 'Warehouse location', sample: 'A-04-2' },
    also: ['Location', 'Bin', 'Shelf'],
    read: short(100, bySchema(itemValues.shape.warehouse_location, { code: 'at_most', most: 100 })),
  },
  {
    ...{ name: 'reorder_point', title: 'Reorder point', sample: '24' },
    also: ['Reorder level', 'Minimum stock', 'Min stock'],
    read: plainNumber(/^\d{1,9}$/, readWhole(byNumber(itemValues.shape.reorder_point, { code: 'whole' }))),
  },
  {
    ...{ name: 'expiry_days', title: 'Expiry days', sample: '30' },
    also: ['Days before expiry', 'Not offered days before expiry'],
    read: plainNumber(/^\d{1,3}$/, readWhole(byNumber(itemValues.shape.expiry_days, { code: 'whole' }))),
  },
];

/** What our files have and nothing reads: quantities, which belong to the warehouse, and tags. */
export const notRead = ['on_hand', 'on_hold', 'available', 'stock_taken_at', 'tags'];

/** What every schema of a text allows, without asking it. */
function short(most: number, otherwise: (text: string) => Cell): (text: string) => Cell {
  return (text) => (text.length <= most ? text : otherwise(text));
}

/** The same for numbers that are written so, and for an address of the web: a schema takes a microsecond for each cell. */
function plainNumber(plain: RegExp, otherwise: (text: string) => Cell): (text: string) => Cell {
  return (text) => (plain.test(text) ? text : otherwise(text));
}

function ofTheWeb(otherwise: (text: string) => Cell): (text: string) => Cell {
  return (text) => (text.length <= 2_000 && /^https?:\/\//.test(text) && URL.canParse(text) ? text : otherwise(text));
}

function byNumber(schema: z.ZodType, expected: Expected): (text: string) => Cell {
  return (text) => {
    const { success, error } = safely(schema, Number(text));
    return success ? text : { problem: brokenRule(error), expected };
  };
}
