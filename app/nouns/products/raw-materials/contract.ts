import { endpoint } from '../../../../platform/endpoint.ts';
import { itemList, itemSearch } from '../../catalogue/contract.ts';

export const searchRawMaterialsCall = endpoint('GET /api/raw_materials/search', {
  may: 'work',
  summary: 'Raw materials by SKU, name or UPC; all of them without q, 204 when q finds none',
  ...itemSearch,
});

export const listRawMaterialsCall = endpoint('GET /api/raw_materials', {
  may: 'work',
  summary: 'One page of raw materials by SKU; search finds words in SKU, name and UPC',
  ...itemList,
});
