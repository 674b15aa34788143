import { connectionNamed } from '../../../shared/connections/queries.ts';
import { exportCall } from '../../../shared/exports/export-call.ts';
import type { ExportNoun } from '../../../shared/exports/export-file.ts';
import { narrowedBy } from '../../../shared/exports/selected/choices.ts';
import { startExport } from '../../../shared/exports/start-export.ts';
import { exportLinksCall } from './contract.ts';
import { linksFile } from './file.ts';

export const linksExport: ExportNoun = {
  file: linksFile,
  calls: [
    exportCall({
      call: exportLinksCall,
      async start(tenant, { params }) {
        const { id, name } = await connectionNamed(tenant, params.name);
        return startExport(tenant, {
          kind: 'links',
          choice: { connection_id: id },
          begin: () => ({ described: narrowedBy([{ code: 'name', name }]) }),
        });
      },
    }),
  ],
};
