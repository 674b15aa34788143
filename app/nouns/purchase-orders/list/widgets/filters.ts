import { href } from 'react-router';
import { issueLabel, issueTypes } from '../../../../shared/issues/issue.ts';
import type { Filter, Option } from '../../../../ui/list/declaration.ts';
import { anyIssue } from '../../../purchase-flow/contract/filter.ts';
import { purchaseStatuses, statusLabel } from '../../../purchase-flow/purchase-order.ts';

export type PurchaseChoices = Record<'sources' | 'vendors' | 'warehouses', readonly Option[]>;

/** The filters of the list: the first ones in its bar, the others under "Filter". */
export const purchaseOrderFilters = ({ sources, vendors, warehouses }: PurchaseChoices, tagNames: Record<string, string>): Filter[] => [
  { kind: 'search', key: 'search', label: 'Search purchase orders', placeholder: 'Number, vendor, SKU, lot, ASN' },
  { kind: 'choice', key: 'status', label: 'Status', options: purchaseStatuses.map((value) => ({ value, label: statusLabel[value] })) },
  { kind: 'choice', key: 'vendor', label: 'Vendor', open: true, options: vendors },
  { kind: 'days', key: 'expected_from', endKey: 'expected_to', label: 'Expected' },
  { kind: 'choice', extra: true, key: 'source', label: 'Source', open: true, options: sources },
  { kind: 'choice', extra: true, key: 'warehouse', label: 'Warehouse', open: true, options: warehouses },
  { kind: 'choice', extra: true, key: 'overdue', label: 'Overdue', options: [{ value: 'yes', label: 'Only overdue' }] },
  {
    kind: 'choice',
    extra: true,
    key: 'issue',
    label: 'Issue',
    options: [{ value: anyIssue, label: 'Any issue' }, ...issueTypes.map((value) => ({ value, label: issueLabel(value) }))],
  },
  { kind: 'choice', extra: true, key: 'sku', label: 'SKU', open: true, options: href('/purchase-orders/choices/:of', { of: 'skus' }) },
  { kind: 'choice', extra: true, key: 'lot', label: 'Lot', open: true, options: href('/purchase-orders/choices/:of', { of: 'lots' }) },
  { kind: 'choice', extra: true, key: 'assigned', label: 'Assigned', options: [{ value: 'me', label: 'Assigned to me' }] },
  { kind: 'choice', extra: true, key: 'tag', label: 'Tag', options: href('/tags/choices'), names: tagNames },
  { kind: 'choice', extra: true, key: 'archived', label: 'Archived', options: [{ value: 'yes', label: 'Only archived' }] },
];
