import type { RawBuilder } from 'kysely';
import type { Tenant } from '../../../../platform/tenant.ts';
import { type ExportCall, exportCall } from '../export-call.ts';
import type { ExportNoun } from '../export-file.ts';
import { type TargetsFile, targetsFile } from './file.ts';
import { startSelectedExport } from './start.ts';

/** The export of a noun by a call that takes `ids` or a `filter`. `matching` selects the ids of what a filter of its list matches. */
export const selectedExport = <Filter extends Record<string, unknown>>(
  call: ExportCall['call'],
  matching: (tenant: Tenant, filter: Filter) => RawBuilder<unknown>,
  file: TargetsFile,
): ExportNoun => ({
  file: targetsFile(file),
  calls: [
    exportCall({
      call,
      start(tenant, { body }) {
        const { ids, filter } = body as { ids?: number[]; filter: Filter };
        return startSelectedExport(tenant, { name: file.kind }, { ids, filter, matching: matching(tenant, filter) });
      },
    }),
  ],
});
