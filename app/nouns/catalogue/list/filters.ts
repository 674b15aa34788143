import { href } from 'react-router';
import type { Filter, Option } from '../../../ui/list/declaration.ts';
import type { Category } from '../categories/contract.ts';
import { type Kind, kinds } from '../kinds.ts';

const choice = (key: string, label: string, options: Record<string, string>, more: { extra?: true } = {}): Filter => ({
  ...{ kind: 'choice', key, label, ...more },
  options: Object.entries(options).map(([value, text]) => ({ value, label: text })),
});

const search: Filter = { kind: 'search', key: 'search', label: 'Search by name, SKU or UPC', placeholder: 'Name, SKU or UPC' };
const stock = choice('stock', 'Stock', { low: 'Below the reorder point', out: 'Out of stock' });
const linked = choice('linked', 'Linked', { yes: 'Linked', no: 'Not linked' });
const assigned = choice('assigned', 'Assigned', { me: 'Assigned to me' }, { extra: true });
const warehouse = choice('warehouse', 'Warehouse', { gone: 'No longer named there', unknown: 'Not known there' }, { extra: true });

/** The filters of the list of a kind. Browser-safe. */
export function itemFilters(kind: Kind, categories: readonly Category[], tagNames: Record<string, string>): Filter[] {
  const tag: Filter = { kind: 'choice', extra: true, key: 'tag', label: 'Tag', options: href('/tags/choices'), names: tagNames };
  const named = categories.map(({ id, name }): Option => ({ value: String(id), label: name }));
  return [
    search,
    { kind: 'choice', key: 'category', label: 'Category', options: [...named, { value: 'none', label: 'No category' }] },
    { kind: 'choice', key: 'location', label: 'Location', options: `${kinds[kind].path}/locations` },
    stock,
    ...(kind === 'products' ? [linked, assigned] : []),
    tag,
    warehouse,
  ];
}
