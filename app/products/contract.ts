import { endpoint } from '../../platform/endpoint.ts';
import { itemList, itemSearch } from '../catalogue/contract.ts';

export const searchProductsCall = endpoint({
  method: 'GET',
  path: '/api/products/search',
  may: 'work',
  summary: 'Warehouse products by SKU, name or UPC; all of them without q, 204 when q finds none',
  ...itemSearch,
});

export const listProductsCall = endpoint({
  method: 'GET',
  path: '/api/products',
  may: 'work',
  summary: 'One page of products by SKU; search finds words in SKU, name and UPC',
  ...itemList,
});
