import type { Tenant } from '../../../platform/tenant.ts';
import { createItem, type NewItem } from '../catalogue/items/commands.ts';
import type { Kind } from '../catalogue/kinds.ts';
import { linkSameSkus } from '../links/saving/same-skus.ts';
import { enqueuePurchaseCheck, purchaseOrdersWaitingForSkus } from '../purchase-flow/recheck.ts';

/**
 * Creates a product, with which the channels' SKUs are linked that are the same, or a raw material. Purchase orders that wait for it go on.
 * Returns its id. @throws as createItem
 */
export async function createLinked(tenant: Tenant, kind: Kind, item: NewItem): Promise<number> {
  const id = await createItem(tenant, kind, item);
  if (kind === 'products') await linkSameSkus(tenant, [item.sku]);
  await enqueuePurchaseCheck(tenant, await purchaseOrdersWaitingForSkus(tenant, [item.sku]));
  return id;
}
