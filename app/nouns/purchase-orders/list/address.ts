import { anybody, readAddress } from '../../../../platform/list/query.ts';
import type { SignedIn } from '../../../../platform/signed-in.ts';
import { type PurchaseOrderFilter, purchaseOrderFilter } from '../../purchase-flow/contract/filter.ts';

/** Reads the filter from the list's address, with the account's usual page. What it cannot mean is left out, and the page says so. */
export function readPurchaseOrderFilter(address: URLSearchParams, account: Pick<SignedIn, 'pageSize'>): PurchaseOrderFilter {
  const { expected_from, expected_to, ...filter } = readAddress({ query: purchaseOrderFilter }, address, account);
  const isBackwards = expected_from && expected_to && expected_from > expected_to;
  return isBackwards ? filter : { ...filter, expected_from, expected_to };
}

/** The filter of an empty address. */
export const usualFilter = readPurchaseOrderFilter(new URLSearchParams(), anybody);
