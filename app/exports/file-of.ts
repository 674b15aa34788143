import type { Columns } from '../../platform/columns.ts';
import type { Tenant } from '../../platform/tenant.ts';
import { type Kind, kinds } from '../catalogue/kinds.ts';
import { exportFailed } from './contract.ts';
import { copyItems, countItems, itemsFilter } from './items/item-file.ts';
import { itemsExportTexts } from './items/texts.ts';
import { copyOrders, countRows, type ExportRange } from './order-file.ts';

type Job = ExportRange & Columns<'exports', 'kind' | 'filter'>;

/** What a file consists of, and how it is named. */
export type ExportFile = {
  name: string;
  noun: { one: string; many: string };
  failed: string;
  count: (tenant: Tenant) => Promise<number>;
  /** The statement that writes it. */
  copy: (tenant: Tenant) => string;
};

/** The file of an export, by its row. */
export function fileOf(job: Job): ExportFile {
  return job.kind === 'orders' ? ordersFile(job) : itemsFile(job.kind as Kind, job);
}

function ordersFile(job: Job): ExportFile {
  const isByLine = job.file_rows === 'lines';
  return {
    name: isByLine ? 'order-lines' : 'orders',
    noun: isByLine ? { one: 'line', many: 'lines' } : { one: 'order', many: 'orders' },
    failed: exportFailed,
    count: (tenant) => countRows(tenant, job),
    copy: (tenant) => copyOrders(tenant, job),
  };
}

function itemsFile(kind: Kind, { filter: stored }: Job): ExportFile {
  const filter = stored === null ? null : itemsFilter.parse(stored);
  return {
    name: kinds[kind].many.replaceAll(' ', '-'),
    noun: kinds[kind],
    failed: kind === 'products' ? itemsExportTexts.productsFailed : itemsExportTexts.notCreated,
    count: (tenant) => countItems(tenant, kind, filter),
    copy: (tenant) => copyItems(tenant, kind, filter),
  };
}
