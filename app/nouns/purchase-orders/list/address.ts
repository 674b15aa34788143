import { anybody, readAddress } from '../../../../platform/list/query.ts';
import type { SignedIn } from '../../../../platform/signed-in.ts';
import { isSame, knownColumns, readColumns } from '../../../ui/list/columns/columns.ts';
import { type PurchaseOrderFilter, purchaseOrderFilter } from '../../purchase-flow/contract/filter.ts';
import { purchaseOrderColumns, usualColumns } from './columns.ts';

/** Reads the filter from the list's address, with the account's usual page. What it cannot mean is left out, and the page says so. */
export function readPurchaseOrderFilter(address: URLSearchParams, account: Pick<SignedIn, 'pageSize'>): PurchaseOrderFilter {
  const { expected_from, expected_to, ...filter } = readAddress({ query: purchaseOrderFilter }, address, account);
  const isBackwards = expected_from && expected_to && expected_from > expected_to;
  return isBackwards ? filter : { ...filter, expected_from, expected_to };
}

/** The filter of an empty address. */
export const usualFilter = readPurchaseOrderFilter(new URLSearchParams(), anybody);

/** The columns that an address asks for, or else those last chosen; null where they are the usual ones. */
export function chosenColumns(params: URLSearchParams, last: readonly string[] | null): string[] | null {
  const chosen = readColumns(params, purchaseOrderColumns) ?? (last && knownColumns(last, purchaseOrderColumns));
  return chosen && !isSame(chosen, usualColumns) ? chosen : null;
}
