import type { OrderRow } from '../../order-flow/contract/orders.ts';

/** The ids of a page, and the total. */
export type PageOfIds = {
  ids: number[];
  total: number;
  /** False where a count or scan stopped before the end: there may be more. */
  exact: boolean;
  /** How many orders were scanned, and back to when, where the scan stopped at its limit. */
  cut_short: { looked_at: number; back_to: Date | null } | null;
};

/** A page with its rows. */
export type PageOfRows = Omit<PageOfIds, 'ids'> & { data: OrderRow[] };
