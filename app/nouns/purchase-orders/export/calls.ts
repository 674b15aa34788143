import { exportCall } from '../../../shared/exports/export-call.ts';
import type { ExportNoun } from '../../../shared/exports/export-file.ts';
import { startSelectedExport } from '../../../shared/exports/selected/start.ts';
import { namesOfFilter } from '../../../shared/tags/filter.ts';
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
      async start(tenant, { body: { ordersIds: ids, ...filter } }) {
        const [tag] = Object.values(await namesOfFilter(tenant, filter.tag));
        return startSelectedExport(tenant, purchaseBulk, {
          ...{ ids, filter: { ...filter, tag } },
          matching: matchingPurchaseOrders(tenant, purchaseOrderFilter.parse(filter)),
        });
      },
    }),
  ],
};
