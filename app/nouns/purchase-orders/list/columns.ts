/** The columns that the list shows unless told otherwise, and all that there are. Browser-safe. */
export const usualColumns = [
  ...['po_number', 'status', 'source', 'vendor_name', 'mapped_warehouse', 'units_ordered', 'units_received', 'expected_at', 'ordered_at'],
] as const;
export const extraColumns = ['source_number', 'warehouse_reference_number', 'announced_at', 'updated_at'] as const;
export const purchaseOrderColumns = [...usualColumns, 'issue', ...extraColumns] as const;
