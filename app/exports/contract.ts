import { z } from 'zod';
import { endpoint, id, instant, messageReply, refusal, text } from '../../platform/endpoint.ts';
import { moment } from '../orders/list/filter.ts';
import { orderStatuses } from '../orders/order.ts';
import type { Run } from '../runs/contract.ts';

/** The message when the file takes longer than the caller waits; the export goes on. */
export const stillExporting =
  'Your data is still being exported. Please check back in a couple minutes, the button will be enabled once the export is finished.';
export const exportFailed = 'There was an error exporting orders';

/** How long a caller waits for the file. */
export const exportWaitMs = 60_000;

/** The orders to export; all of them by default. `source` is a connection's slug. */
const exportQuery = z.object({
  status: z.enum(orderStatuses).or(z.literal('')).optional(),
  source: text(80).optional(),
  start_at: moment,
  end_at: moment,
});
export type ExportQuery = z.output<typeof exportQuery>;

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
export type PastExport = ExportRecord & { runId: number; state: Run['state']; orders: number; bytes: number | null };

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
  body: exportQuery,
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
