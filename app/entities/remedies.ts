import { linkRemedies } from '../nouns/links/remedies.ts';
import { mappingRemedies } from '../nouns/mappings/remedies.ts';
import { orderRemedies } from '../nouns/orders/remedies.tsx';
import { itemRemedies } from '../nouns/products/remedies.ts';
import { ownPurchaseRemedies, purchaseRemedies } from '../nouns/purchase-orders/detail/remedies.ts';
import { countRemedies } from '../nouns/warehouse/short-count/remedies.ts';
import { connectionRemedies } from '../shared/connections/health/remedies.ts';
import type { AllRemedies } from '../shared/issues/remedy/remedy.ts';

/** What mends the issues of each noun: a line each. Browser-safe. */
export const allRemedies: AllRemedies = {
  buttons: {
    ...orderRemedies,
    ...purchaseRemedies,
    ...itemRemedies,
    ...mappingRemedies,
    ...linkRemedies,
    ...connectionRemedies,
    ...countRemedies,
  },
  own: [ownPurchaseRemedies],
};
