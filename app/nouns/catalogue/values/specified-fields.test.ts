import { expect, test } from 'vitest';
import { listListingsCall } from '../../links/listings/listing-contract.ts';
import { categoryCalls } from '../categories/contract.ts';
import { itemCalls } from '../items/item-calls.ts';
import { productsByAccountCall } from '../products/contract.ts';

// Every field that the specification names of the catalogue's entities, by the schema that each reply has to meet.

const listed = listListingsCall.replies[200].shape.connector_products.shape;

test.each<[entity: string, schema: Record<string, unknown>, fields: string[]]>([
  [
    'a connector product',
    listed.data.element.shape,
    [
      ...['product_id', 'connector_product_sku', 'connector_product_id', 'connector_product_location', 'name', 'title', 'sku', 'image_url'],
      ...['quantity_available', 'qty', 'warehouse_location', 'stock_id', 'source_link', 'connector_id', 'account_id'],
    ],
  ],
  ['a page', listed, ['data', 'current_page', 'last_page', 'prev_page_url', 'next_page_url', 'total', 'per_page']],
  ['the reply of the list', listListingsCall.replies[200].shape, ['connector_products', 'pagination_elements']],
  ['a warehouse product', itemCalls.products.search.replies[200].shape.data.element.shape, productFields()],
  ['a product of an account', productsByAccountCall.replies[200].shape.dataSet.shape.data.element.shape, productFields()],
  ['a raw material', itemCalls.raw_materials.search.replies[200].shape.data.element.shape, productFields()],
  ['a category of products', categoryCalls.products.list.replies[200].element.shape, ['id', 'name']],
  ['a category of raw materials', categoryCalls.raw_materials.list.replies[200].element.shape, ['id', 'name']],
])('%s has its fields', (_entity, schema, fields) => {
  expect(fields.filter((field) => !Object.hasOwn(schema, field))).toEqual([]);
});

function productFields(): string[] {
  return [
    ...['id', 'name', 'sku', 'upc', 'image_url', 'quantity_available', 'quantity_on_hand', 'quantity_on_hold', 'warehouse_location'],
    'source_link',
  ];
}
