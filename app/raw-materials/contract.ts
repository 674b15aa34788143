import { endpoint } from '../../platform/endpoint.ts';
import { itemSearch } from '../catalogue/contract.ts';

export const searchRawMaterialsCall = endpoint({
  method: 'GET',
  path: '/api/raw_materials/search',
  may: 'work',
  summary: 'Raw materials by SKU, name or UPC; all of them without q, 204 when q finds none',
  ...itemSearch,
});
