import { refuse } from '../../../../platform/http/refusal.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { wordPurchaseRefusal } from '../../../base/purchase-refusals.ts';
import { readItems } from './edit-read.ts';

/** What a new line of this SKU would be of. @throws Refusal 404, in the words by which such a line is refused */
export async function findItem(tenant: Tenant, sku: string): Promise<{ sku: string; name: string }> {
  const item = (await readItems(tenant, [sku])).get(sku);
  if (!item) throw refuse(404, 'not_found', wordPurchaseRefusal({ code: 'no_item', sku }));
  return { sku: item.sku, name: item.name };
}
