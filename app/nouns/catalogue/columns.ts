/** The lists of items: sorts, columns, and what a filter may say of stock. Browser-safe. */
export const itemSorts = ['sku', 'name', 'available'] as const;

/** Below the reorder point; or none left of what the warehouse has counted. */
export const stockStates = ['low', 'out'] as const;

export const usualColumns = ['image', 'name', 'sku', 'category', 'warehouse_location', 'on_hand', 'on_hold', 'available'] as const;
/** What is expected, and for how long the stock lasts. */
export const outlookColumnKeys = ['expected', 'velocity', 'days_left'] as const;
export const itemColumns = [...usualColumns, 'allocated', ...outlookColumnKeys, 'upc', 'reorder_point', 'is_linked', 'updated_at'] as const;
