import { isSame, knownColumns, readColumns } from '../../../ui/list/columns/columns.ts';

/** The columns that the orders list shows unless told otherwise. Browser-safe. */
export const usualColumns = [
  ...['order_number', 'order_status', 'order_source', 'customer_name', 'country', 'units_ordered', 'total_cost', 'order_date'],
] as const;

/** Columns that it can show beside them. A row has their values, under the same names, only where they are shown. */
export const extraColumns = [
  ...['source_ref_num', 'company_name', 'city', 'state', 'shipping_method', 'source_shipping', 'warehouse_code', 'amware_ref_num'],
  ...['items', 'tracking', 'units_shipped', 'created_at', 'updated_at'],
] as const;

/** Every column that there is; an order's issue is known in any case. */
export const orderColumns = [...usualColumns, 'issue', ...extraColumns] as const;

/** The columns that an address asks for, or else those last chosen; null where they are the usual ones. */
export function chosenColumns(params: URLSearchParams, last: readonly string[] | null): string[] | null {
  const chosen = readColumns(params, orderColumns) ?? (last && knownColumns(last, orderColumns));
  return chosen && !isSame(chosen, usualColumns) ? chosen : null;
}
