import { href } from 'react-router';
import type { PurchaseOrderFilter } from '../../purchase-flow/contract/filter.ts';

/** The address of a view. What is late begins with what has been awaited longest. */
export const addressOfView = (view: NonNullable<PurchaseOrderFilter['view']>): string =>
  `${href('/purchase-orders')}?view=${view}${view === 'late' ? '&orderBy=expected_at&orderDir=ASC' : ''}`;
