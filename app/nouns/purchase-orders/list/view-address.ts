import { href } from 'react-router';
import type { PurchaseOrderFilter, PurchaseTabs } from '../../purchase-flow/contract/filter.ts';

/** The address of a view. What is late begins with what has been awaited longest. */
export const addressOfView = (view: NonNullable<PurchaseOrderFilter['view']>): string =>
  `${href('/purchase-orders')}?view=${view}${view === 'late' ? '&orderBy=expected_at&orderDir=ASC' : ''}`;

/** What is late has no tally, so it is counted up to here. */
export const mostLate = 10_000;

/** How many a view has: `0`, `2,013,442`; `10,000+` of more that are late. */
export const writeView = (view: keyof PurchaseTabs, count: number): string =>
  view === 'late' && count > mostLate ? `${mostLate.toLocaleString('en-US')}+` : count.toLocaleString('en-US');
