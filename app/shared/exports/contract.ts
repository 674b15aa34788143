import { z } from 'zod';
import { endpoint, instant, messageReply, refusal } from '../../../platform/endpoint.ts';
import { type NounName, nouns } from '../../base/nouns.ts';
import type { Run } from '../runs/contract.ts';

/** The message when the file takes longer than the caller waits; the export goes on. */
export const stillExporting =
  'Your data is still being exported. Please check back in a couple minutes, the button will be enabled once the export is finished.';

/** How long a caller waits for the file. */
export const exportWaitMs = 60_000;

/** What a call replies when the file is written; orders say more of what was asked for. */
export const exportRecord = z.object({
  id: z.number(),
  /** Null while there is no file. */
  downloadLink: z.string().nullable(),
  downloadText: z.string(),
  createdAt: instant,
  sourceName: z.string(),
});
export type ExportRecord = z.output<typeof exportRecord>;

/** An export as its page lists it: with its run, how many rows are written, and how large the file is. */
export type PastExport = ExportRecord & { runId: number; state: Run['state']; written: number; bytes: number | null };

/** What is said where a file of these records could not be written. */
export const exportFailed = (name: NounName): string => `There was an error exporting ${nouns[name].many}`;

export const deleteExportCall = endpoint('DELETE /api/exports/:id', {
  may: 'work',
  summary: 'Delete an export with its file; one that runs is given up',
  replies: { 200: messageReply, 404: refusal },
});
