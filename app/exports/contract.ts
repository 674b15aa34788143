import { z } from 'zod';
import { endpoint, id, instant, messageReply, refusal, text } from '../../platform/endpoint.ts';
import { forwards, orderFilter } from '../orders/list/filter.ts';
import type { Run } from '../runs/contract.ts';

/** The message when the file takes longer than the caller waits; the export goes on. */
export const stillExporting =
  'Your data is still being exported. Please check back in a couple minutes, the button will be enabled once the export is finished.';
export const exportFailed = 'There was an error exporting orders';

/** How long a caller waits for the file. */
export const exportWaitMs = 60_000;

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

const record = z.object({
  id: z.number(),
  /** Null while there is no file. */
  downloadLink: z.string().nullable(),
  downloadText: z.string(),
  createdAt: instant,
  sourceName: z.string(),
  status: z.string(),
  startAtText: z.string(),
  endAtText: z.string(),
});
export type ExportRecord = z.output<typeof record>;

/** An export as the page lists it: with its run, how far it is, and how large the file is. */
export type PastExport = ExportRecord & {
  runId: number;
  state: Run['state'];
  /** How many rows are written. */
  written: number;
  rows: FileRows;
  /** The selection in words; null where status, source and dates say everything. */
  described: string | null;
  bytes: number | null;
};

const replies = { 200: record, 404: refusal, 500: refusal, 504: refusal };
const path = '/api/orders/export/:accountId';
const params = z.object({ accountId: id });

export const exportOrdersCall = endpoint({
  method: 'GET',
  path,
  may: 'work',
  summary: 'Export orders to a CSV file, or join the running one with the same filters; replies when the file is ready',
  params,
  query: exportQuery,
  replies,
  viaXhr: true,
});

export const startOrdersExportCall = endpoint({
  method: 'POST',
  path,
  may: 'work',
  summary: 'Export orders to a CSV file, or join the running one with the same filters; replies when the file is ready',
  params,
  body: exportBody,
  replies,
});

export const deleteExportCall = endpoint({
  method: 'DELETE',
  path: '/api/exports/:id',
  may: 'work',
  summary: 'Delete an export with its file; one that runs is given up',
  params: z.object({ id }),
  replies: { 200: messageReply, 404: refusal },
});
