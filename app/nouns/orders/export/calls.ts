import { exportCall } from '../../../shared/exports/export-call.ts';
import type { ExportNoun } from '../../../shared/exports/export-file.ts';
import { recordOf } from '../../../shared/exports/queries.ts';
import { startOrdersExport } from './commands.ts';
import { exportOrdersCall, startOrdersExportCall } from './contract.ts';
import { ordersFile } from './file.ts';
import { pastOrdersExport } from './queries.ts';

/** The reply of the specification, without other fields. */
const reply = (row: Parameters<typeof pastOrdersExport>[0]) => {
  const { status, startAtText, endAtText, ...past } = pastOrdersExport(row);
  return { ...recordOf(past), status, startAtText, endAtText };
};

export const ordersExport: ExportNoun = {
  file: ordersFile,
  calls: [
    exportCall({ call: exportOrdersCall, start: (tenant, { query }) => startOrdersExport(tenant, query), reply }),
    exportCall({ call: startOrdersExportCall, start: (tenant, { body }) => startOrdersExport(tenant, body), reply }),
  ],
};
