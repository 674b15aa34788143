import { call } from '../../../../platform/call.ts';
import { awaitExport } from '../../../shared/exports/await-export.ts';
import type { AlertLink } from '../../../ui/alerts/alerts.ts';
import { type ExportQuery, exportFailed, startOrdersExportCall } from './contract.ts';

/** Starts an export of orders and shows the outcome. */
export const requestExport = (accountId: number, query: ExportQuery, beside?: AlertLink): Promise<void> =>
  awaitExport((patience) => call(startOrdersExportCall, { params: { accountId }, body: query }, patience), exportFailed, beside);
