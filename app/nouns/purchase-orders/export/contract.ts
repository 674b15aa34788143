import { z } from 'zod';
import { endpoint, id, refusal } from '../../../../platform/endpoint.ts';
import { exportRecord } from '../../../shared/exports/contract.ts';
import { purchaseOrderFilter } from '../../purchase-flow/contract/filter.ts';

/** By the filters of the list, all of them by default; or those that were ticked. */
const filters = purchaseOrderFilter.omit({ page: true, perPage: true, orderBy: true, orderDir: true }).partial();
export const exportPurchaseBody = filters.extend({ ordersIds: z.array(id).min(1).max(10_000).optional() });

export const exportPurchaseOrdersCall = endpoint('POST /api/purchase-orders/export', {
  may: 'work',
  summary:
    'Export purchase orders to a CSV file, a row a line, which can be imported again; or join the running export of the same. Replies when the file is ready',
  body: exportPurchaseBody,
  example: { body: { status: 'pending' } },
  replies: { 200: exportRecord, 404: refusal, 500: refusal, 504: refusal },
});
