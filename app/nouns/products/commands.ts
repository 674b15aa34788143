import type { Tenant } from '../../../platform/tenant.ts';
import { createItem, type NewItem } from '../catalogue/items/commands.ts';
import { linkSameSkus } from '../links/saving/same-skus.ts';

/** Creates a product, and links the channels' SKUs that are the same. Returns its id. @throws as createItem */
export async function createProduct(tenant: Tenant, product: NewItem): Promise<number> {
  const id = await createItem(tenant, 'products', product);
  await linkSameSkus(tenant, [product.sku]);
  return id;
}
