/** Every column that the orders list can show, those first that it shows unless told otherwise. Browser-safe. */
export const orderColumns = [
  ...['order_number', 'order_status', 'order_source', 'customer_name', 'country', 'units_ordered', 'total_cost', 'order_date'],
  ...['source_ref_num', 'company_name', 'city', 'state', 'shipping_code', 'source_shipping', 'warehouse_code', 'amware_ref_num'],
  ...['tracking', 'units_shipped', 'issue', 'created_at', 'updated_at'],
] as const;
