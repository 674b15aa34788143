import type { SearchedName } from '../base/nouns.ts';
import { orderHits } from '../nouns/orders/words/hits.ts';
import { itemHits } from '../nouns/products/search/hits.ts';
import { purchaseOrderHits } from '../nouns/purchase-orders/search/hits.ts';
import type { Hits } from '../shared/noun/search.ts';

/** How what is found of the nouns is shown: a line each. Browser-safe. */
export const allHits: { readonly [Name in SearchedName]: Hits } = {
  orders: orderHits,
  purchase_orders: purchaseOrderHits,
  products: itemHits,
  raw_materials: itemHits,
};
