import { z } from 'zod';
import { endpoint, id, refusal, text } from '../../../../platform/endpoint.ts';
import { exportRecord, type PastExport } from '../../../shared/exports/contract.ts';
import { forwards, orderFilter } from '../../order-flow/contract/filter.ts';

/** What a row of the file is. */
export const fileRows = ['orders', 'lines'] as const;
export type FileRows = (typeof fileRows)[number];

/** The orders to export, by the filters of the orders list; all of them by default. `source` is a connection's slug. */
const filters = orderFilter.omit({ page: true, perPage: true, orderBy: true, orderDir: true, filterBy: true, search: true }).extend({
  search: text(200).optional(),
  rows: z.enum(fileRows).optional(),
});
const exportQuery = forwards(filters);
/** Instead of filters: the orders that were ticked. */
const exportBody = forwards(filters.extend({ ordersIds: z.array(id).min(1).max(10_000).optional() }));
export type ExportQuery = z.output<typeof exportBody>;

const record = exportRecord.extend({ status: z.string(), startAtText: z.string(), endAtText: z.string() });
export type OrdersExportRecord = z.output<typeof record>;

/** An export as the page lists it. `described` is the selection in words; null where status, source and dates say everything. */
export type PastOrdersExport = OrdersExportRecord & PastExport & { rows: FileRows; described: string | null };

const replies = { 200: record, 404: refusal, 500: refusal, 504: refusal };
const path = '/api/orders/export/:accountId';
const params = z.object({ accountId: id });

export const exportOrdersCall = endpoint(`GET ${path}`, {
  may: 'work',
  summary: 'Export orders to a CSV file, or join the running one with the same filters; replies when the file is ready',
  params,
  query: exportQuery,
  example: { query: { status: 'pending' } },
  replies,
  viaXhr: true,
});

export const startOrdersExportCall = endpoint(`POST ${path}`, {
  may: 'work',
  summary: 'Export orders to a CSV file, or join the running one with the same filters; replies when the file is ready',
  params,
  body: exportBody,
  example: { body: { status: 'pending', rows: 'lines' } },
  replies,
});
