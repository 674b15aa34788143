import { existing } from '../../../../platform/http/refusal.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { readItems } from './edit-read.ts';

/** What a new line of this SKU would be of. @throws Refusal 404, which does not repeat what was typed */
export async function findItem(tenant: Tenant, sku: string): Promise<{ sku: string; name: string }> {
  const item = existing((await readItems(tenant, [sku])).get(sku), 'No product or raw material of the warehouse has this SKU.');
  return { sku: item.sku, name: item.name };
}
