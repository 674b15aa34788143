import { href } from 'react-router';
import { issueLabel, issueTypes } from '../../../../shared/issues/issue.ts';
import type { Filter, Option } from '../../../../ui/list/declaration.ts';
import { statuses } from '../../../../ui/status/statuses.ts';
import { anyIssue, notMapped, suggestedAddress } from '../../../order-flow/contract/filter.ts';
import { orderStatuses } from '../../../order-flow/order.ts';

/** The filters of the orders list: the first ones in its bar, the others under "Filter". */
export function orderFilters(sources: { slug: string; name: string }[], tagNames: Record<string, string>): Filter[] {
  return [
    search,
    status,
    { ...source, options: sources.map(({ slug, name }) => ({ value: slug, label: name })) },
    date,
    ...extras,
    { ...tag, names: tagNames },
  ];
}

const yesOrNo = (yes: string, no: string): Option[] => [
  { value: 'yes', label: yes },
  { value: 'no', label: no },
];

const search = { kind: 'search', key: 'search', label: 'Search orders', placeholder: 'Number, customer, SKU, tracking' } as const;
const status: Filter = {
  kind: 'choice',
  key: 'status',
  label: 'Status',
  options: orderStatuses.map((value) => ({ value, label: statuses[value].label })),
};
const source = { kind: 'choice', key: 'source', label: 'Source', open: true } as const;
const date: Filter = { kind: 'days', key: 'start_at', endKey: 'end_at', label: 'Date' };
const issues: Option[] = [
  { value: anyIssue, label: 'Any issue' },
  { value: suggestedAddress, label: 'Address with a suggestion' },
  ...issueTypes.map((value) => ({ value, label: issueLabel(value) })),
];
const tag = { kind: 'choice', extra: true, key: 'tag', label: 'Tag', options: href('/tags/choices') } as const;
const extras: Filter[] = [
  { kind: 'choice', extra: true, key: 'issue', label: 'Issue', options: issues },
  { kind: 'choice', extra: true, key: 'hold', label: 'Hold', options: yesOrNo('On hold', 'Not on hold') },
  { kind: 'choice', extra: true, key: 'assigned', label: 'Assigned', options: [{ value: 'me', label: 'Assigned to me' }] },
  { kind: 'choice', extra: true, key: 'lock', label: 'Lock', options: yesOrNo('Locked', 'Not locked') },
  { kind: 'choice', extra: true, key: 'country', label: 'Country', options: href('/orders/countries') },
  {
    kind: 'choice',
    extra: true,
    key: 'shipping',
    label: 'Shipping',
    options: href('/orders/shipping-methods'),
    names: { [notMapped]: 'Not mapped' },
  },
  { kind: 'choice', extra: true, key: 'archived', label: 'Archived', options: [{ value: 'yes', label: 'Only archived' }] },
];
