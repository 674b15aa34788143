import { exportCall } from '../../../shared/exports/export-call.ts';
import type { ExportNoun } from '../../../shared/exports/export-file.ts';
import { startSelectedExport } from '../../../shared/exports/selected/start.ts';
import { purchaseOrderFilter } from '../../purchase-flow/contract/filter.ts';
import { purchaseBulk } from '../bulk/verbs.ts';
import { matchingPurchaseOrders } from '../finding/conditions.ts';
import { exportPurchaseOrdersCall } from './contract.ts';
import { purchaseOrdersFile } from './file.ts';

export const purchaseExport: ExportNoun = {
  file: purchaseOrdersFile,
  calls: [
    exportCall({
      call: exportPurchaseOrdersCall,
      start: (tenant, { body: { ordersIds: ids, ...filter } }) =>
        startSelectedExport(tenant, purchaseBulk, {
          ...{ ids, filter },
          matching: matchingPurchaseOrders(tenant, purchaseOrderFilter.parse(filter)),
        }),
    }),
  ],
};
