import type { FastifyInstance } from 'fastify';
import { refuse } from '../../../platform/http/refusal.ts';
import { route } from '../../../platform/http/route.ts';
import type { Services } from '../../people/accounts/services.ts';
import { runWaiter } from '../runs/working/wait.ts';
import { deleteExportCall, exportFailed, stillExporting } from './contract.ts';
import { deleteExport, missingExport } from './delete-export.ts';
import type { ExportCall } from './export-call.ts';
import type { ExportNouns } from './export-file.ts';
import { pastExport, readExports, recordOf } from './queries.ts';

/** Mounts the calls by which the nouns are exported. */
export const exportsApi =
  (nouns: ExportNouns) =>
  (app: FastifyInstance, parts: Services): void => {
    for (const noun of Object.values(nouns)) for (const call of noun.export?.calls ?? []) mount(app, parts, call);
    route(app, deleteExportCall, async ({ inTenant, params }) => {
      if (!(await inTenant((tenant) => deleteExport(tenant, parts.files, params.id)))) throw missingExport();
      return { message: 'The export was deleted.' };
    });
  };

/** Starts an export and waits for its file. Refuses with 504 when that takes longer than a caller waits; the export goes on. */
function mount(app: FastifyInstance, parts: Services, { call: endpoint, start, reply, failed = exportFailed }: ExportCall): void {
  const waitFor = runWaiter(app, parts);
  route(app, endpoint, async (call) => {
    const { id, runId } = await call.inTenant((tenant) => start(tenant, call));
    const { state } = await waitFor(call, runId);
    if (state === 'running') throw refuse(504, 'still_exporting', stillExporting);
    const [row] = await call.inTenant((tenant) => readExports(tenant, { ids: [id] }));
    if (!row) throw missingExport();
    if (row.file_id === null) throw refuse(500, 'export_failed', failed(row.kind));
    return reply ? reply(row) : recordOf(pastExport(row));
  });
}
