import type { Tenant } from '../../../../platform/tenant.ts';
import { certainOf } from '../../../base/addresses/suggesting/certain.ts';
import type { OutcomeSentence } from '../../../shared/runs/outcome-sentences.ts';
import { changeEach } from '../editing/many.ts';

/** Orders as a person saw them beside their suggestion. */
export type AcceptTerms = { seen?: { id: number; revision: number }[] };

/**
 * Writes the addresses of these orders, which are locked, as it was suggested, each an edit of its own in this group of changes. One that
 * has changed since the person saw it is left, as nobody saw what would be written now. Returns why some are left.
 */
export function acceptAddresses(
  tenant: Tenant,
  orderIds: readonly number[],
  { seen = [] }: AcceptTerms,
  group: number,
): Promise<Map<number, OutcomeSentence>> {
  const revisions = new Map(seen.map(({ id, revision }) => [id, revision]));
  return changeEach(tenant, orderIds, group, (order) => {
    if (revisions.get(order.id) !== order.revision) return { code: 'changed_since' };
    return { set: certainOf(order) ?? {} };
  });
}
