import type { Columns } from '../../platform/columns.ts';
import type { Tenant } from '../../platform/tenant.ts';
import { matchingItems } from '../catalogue/bulk/start.ts';
import { type Kind, kinds } from '../catalogue/kinds.ts';
import { fixTargets } from '../runs/targets.ts';
import { exportFailed } from './contract.ts';
import type { ExportFile } from './export-file.ts';
import { countItems, itemParts, itemRows, itemsFilter } from './items/item-file.ts';
import { itemsExportTexts } from './items/texts.ts';
import { linksFile } from './links/file.ts';
import { countRows, type ExportRange, orderParts, orderRows } from './order-file.ts';
import { purchaseOrdersFile } from './purchase-orders/file.ts';
import { dropTargets, fixFiltered } from './selection.ts';

type Job = ExportRange & Columns<'exports', 'kind' | 'filter'>;

/** The file of an export, by its row. */
export function fileOf(job: Job): ExportFile {
  if (job.kind === 'orders') return ordersFile(job);
  if (job.kind === 'links') return linksFile(job);
  return job.kind === 'purchase_orders' ? purchaseOrdersFile(job) : itemsFile(job.kind as Kind, job);
}

function ordersFile(job: Job): ExportFile {
  const isByLine = job.file_rows === 'lines';
  return {
    name: isByLine ? 'order-lines' : 'orders',
    noun: isByLine ? { one: 'line', many: 'lines' } : { one: 'order', many: 'orders' },
    failed: exportFailed,
    ...(job.filter !== null && { fix: (tenant: Tenant) => fixFiltered(tenant, job.run_id, job.filter) }),
    count: (tenant) => countRows(tenant, job),
    rows: (tenant, part) => orderRows(tenant, job, part),
    ...orderParts(job),
  };
}

function itemsFile(kind: Kind, { filter: stored, run_id }: Job): ExportFile {
  const filter = stored === null ? null : itemsFilter.parse(stored);
  return {
    name: kinds[kind].many.replaceAll(' ', '-'),
    noun: kinds[kind],
    failed: kind === 'products' ? itemsExportTexts.productsFailed : itemsExportTexts.notCreated,
    ...(filter?.by === 'list' && {
      async fix(tenant: Tenant) {
        await dropTargets(tenant, run_id);
        await fixTargets(tenant, run_id, await matchingItems(tenant, kind, filter.filter));
      },
    }),
    count: (tenant) => countItems(tenant, kind, filter, run_id),
    rows: (tenant, part) => itemRows(tenant, kind, { filter, runId: run_id }, part),
    ...(filter === null && { parts: (tenant: Tenant) => itemParts(tenant, kind) }),
  };
}
