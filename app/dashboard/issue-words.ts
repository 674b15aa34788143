import type { IssueType } from '../issues/issue.ts';

/** What is wrong, in one line for all issues of a type. `causes` are distinct codes or reasons, `issues` their occurrences. */
export function issueHeadline(type: IssueType, { causes, issues }: { causes: number; issues: number }): string {
  const { count, one, many } = words[type];
  const n = count === 'causes' ? causes : issues;
  return `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`;
}

/** Types whose subject is the unknown code itself: shown instead of the sentence that would only repeat the headline. */
export const namesItsSubject = (type: IssueType) => codes.has(type);

const codes = new Set<IssueType>(['unmapped_sku', 'unmapped_shipping', 'unmapped_location']);

const words: Record<IssueType, { count: 'causes' | 'issues'; one: string; many: string }> = {
  unmapped_sku: { count: 'causes', one: 'SKU is not linked', many: 'SKUs are not linked' },
  unmapped_shipping: { count: 'causes', one: 'shipping code is not mapped', many: 'shipping codes are not mapped' },
  unmapped_location: { count: 'causes', one: 'location is not mapped', many: 'locations are not mapped' },
  address_incomplete: { count: 'issues', one: 'address is incomplete', many: 'addresses are incomplete' },
  out_of_stock: { count: 'issues', one: 'order is out of stock', many: 'orders are out of stock' },
  rejected_by_warehouse: { count: 'issues', one: 'order was refused by the warehouse', many: 'orders were refused by the warehouse' },
  rejected_by_channel: { count: 'issues', one: 'shipment was refused by the channel', many: 'shipments were refused by the channel' },
  needs_reconnect: { count: 'causes', one: 'connection needs new credentials', many: 'connections need new credentials' },
  retries_exhausted: { count: 'issues', one: 'order failed again and again', many: 'orders failed again and again' },
  changed_after_release: { count: 'issues', one: 'order changed after it was sent', many: 'orders changed after they were sent' },
  unreadable: { count: 'issues', one: 'record cannot be used as it came', many: 'records cannot be used as they came' },
};
