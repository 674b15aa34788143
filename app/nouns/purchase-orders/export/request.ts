import { call } from '../../../../platform/call.ts';
import { awaitExport } from '../../../shared/exports/await-export.ts';
import type { AlertLink } from '../../../ui/alerts/alerts.ts';
import { exportPurchaseOrdersCall, type PurchaseExportQuery, purchaseExportFailed } from './contract.ts';

/** Starts an export of purchase orders and shows the outcome. */
export const requestPurchaseExport = (query: PurchaseExportQuery, beside?: AlertLink): Promise<void> =>
  awaitExport((patience) => call(exportPurchaseOrdersCall, { body: query }, patience), purchaseExportFailed, beside);
