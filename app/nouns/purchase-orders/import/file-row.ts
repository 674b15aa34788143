import type { HeadColumn } from './columns.ts';

type LineColumn = 'line' | 'sku' | 'quantity' | 'lot_number' | 'estimated_delivery_date';

/** A row of a file with what it names: its purchase order and line, null where it creates them. */
export type FileRow = Record<HeadColumn | LineColumn | 'source_number' | 'po_number', string> & {
  n: number;
  /** The same for all rows of a purchase order. */
  key: string;
  /** The revision of the purchase order when the file was checked, empty where there was none. Null in a check of before it was kept. */
  seen: string | null;
  order_id: number | null;
  order_number: string | null;
  line_id: number | null;
};

/** What the rows of a purchase order say of its head: rows that are empty there say nothing. */
export const headOf = (rows: readonly FileRow[], column: HeadColumn): string | undefined =>
  rows.find((row) => row[column] !== '')?.[column];
