/** The lists of items: sorts, columns, and what a filter may say of stock. Browser-safe. */
export const itemSorts = ['sku', 'name', 'available'] as const;

/** Below the reorder point; or none left of what the warehouse has counted. */
export const stockStates = ['low', 'out'] as const;

const stockColumns = ['image', 'name', 'sku', 'category', 'warehouse_location', 'on_hand', 'on_hold', 'available'] as const;
export const usualColumns = [...stockColumns, 'expected', 'velocity', 'days_left'] as const;
/** What is expected, how much goes a day, and for how long the stock lasts. */
export const outlookColumnKeys: readonly string[] = ['expected', 'velocity', 'days_left'];
export const itemColumns = [...usualColumns, 'allocated', 'upc', 'reorder_point', 'is_linked', 'updated_at'] as const;
