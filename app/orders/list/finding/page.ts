import type { OrderRow } from '../rows.ts';

/** Some ids of a page, and how many there are in all. */
export type PageOfIds = {
  ids: number[];
  total: number;
  /** False where counting, or looking, stopped before the end: then there may be more. */
  exact: boolean;
  /** How far was looked, where more would have had to be than a page may cost. */
  cut_short: { looked_at: number; back_to: Date | null } | null;
};

/** The same with the rows. */
export type PageOfRows = Omit<PageOfIds, 'ids'> & { data: OrderRow[] };
