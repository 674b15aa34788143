import { href } from 'react-router';

/** Of what files are imported and exported, each with a tab of its own. */
export const filedRecords = ['orders', 'products', 'raw_materials', 'links', 'purchase_orders', 'departments'] as const;
export type FiledRecord = (typeof filedRecords)[number];

/** Where files of these records are imported, exported and kept. */
export const filesOf = (of: FiledRecord): string => (of === 'orders' ? href('/import-export') : `${href('/import-export')}?of=${of}`);

/** What an address asks for: orders, unless it names other records. */
export const filedIn = (search: URLSearchParams): FiledRecord => filedRecords.find((of) => of === search.get('of')) ?? 'orders';
