import type { Filter, Option } from '../../../ui/list/declaration.ts';
import type { Category } from '../categories/contract.ts';
import { type Kind, kinds } from '../kinds.ts';

/** The filters of the list of a kind. Browser-safe. */
export function itemFilters(kind: Kind, categories: readonly Category[]): Filter[] {
  const named = categories.map(({ id, name }): Option => ({ value: String(id), label: name }));
  return [
    search,
    { kind: 'choice', key: 'category', label: 'Category', options: [...named, { value: 'none', label: 'No category' }] },
    { kind: 'choice', key: 'location', label: 'Location', options: `${kinds[kind].path}/locations` },
    stock,
    ...(kind === 'products' ? [linked, assigned] : []),
    warehouse,
  ];
}

const search: Filter = { kind: 'search', key: 'search', label: 'Search by name, SKU or UPC', placeholder: 'Name, SKU or UPC' };
const stock: Filter = {
  kind: 'choice',
  key: 'stock',
  label: 'Stock',
  options: [
    { value: 'low', label: 'Below the reorder point' },
    { value: 'out', label: 'Out of stock' },
  ],
};
const linked: Filter = {
  kind: 'choice',
  key: 'linked',
  label: 'Linked',
  options: [
    { value: 'yes', label: 'Linked' },
    { value: 'no', label: 'Not linked' },
  ],
};
const assigned: Filter = {
  kind: 'choice',
  extra: true,
  key: 'assigned',
  label: 'Assigned',
  options: [{ value: 'me', label: 'Assigned to me' }],
};
const warehouse: Filter = {
  kind: 'choice',
  extra: true,
  key: 'warehouse',
  label: 'Warehouse',
  options: [
    { value: 'gone', label: 'No longer named there' },
    { value: 'unknown', label: 'Not known there' },
  ],
};
