import { existing } from '../../../../platform/http/refusal.ts';
import type { Call } from '../../../../platform/http/route.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { exportCall } from '../../../shared/exports/export-call.ts';
import { type ExportRow, pastExport } from '../../../shared/exports/queries.ts';
import type { Kind } from '../kinds.ts';
import { narrowedBy, narrowedToList, narrowedToSource, startItemsExport } from './commands.ts';
import { exportAllItemsCall, exportItemsCall, exportProductsCall, startProductsExportCall } from './contract.ts';
import { itemsExportTexts } from './texts.ts';

const failed = (of: string) => (of === 'products' ? itemsExportTexts.productsFailed : itemsExportTexts.notCreated);
/** The specification's reply: where the file is. */
const reply = (row: ExportRow): string => pastExport(row).downloadLink ?? '';

/** How items of both kinds are exported, and products alone. */
export const itemsExportCalls = [
  exportCall({
    ...{ call: exportAllItemsCall, reply, failed },
    start: (tenant, { query }) => startItemsExport(tenant, kindOf(query.entity_id), null),
  }),
  exportCall({
    ...{ call: exportItemsCall, reply, failed },
    async start(tenant, { params, body }) {
      const kind = kindOf(params.entityId);
      return startItemsExport(tenant, kind, await narrowed(tenant, kind, body));
    },
  }),
  exportCall({ call: exportProductsCall, start: (tenant, { query }) => startProductsExport(tenant, query.source), failed }),
  exportCall({ call: startProductsExportCall, start: (tenant, { body }) => startProductsExport(tenant, body.source), failed }),
];

const startProductsExport = async (tenant: Tenant, source: string | undefined) =>
  startItemsExport(tenant, 'products', await narrowedToSource(tenant, source));

async function narrowed(tenant: Tenant, kind: Kind, { filterBy, filterArray, listed }: Call<typeof exportItemsCall>['body']) {
  if (filterBy && filterArray) return narrowedBy(tenant, kind, filterBy, filterArray);
  return listed ? narrowedToList(tenant, listed) : null;
}

/** By the number that calls give it. @throws Refusal 404 */
export function kindOf(entityId: number): Kind {
  return existing(({ 1: 'raw_materials', 2: 'products' } as const)[entityId], 'There is no such kind of item.');
}
