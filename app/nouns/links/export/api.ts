import type { FastifyInstance } from 'fastify';
import { route } from '../../../../platform/http/route.ts';
import type { Services } from '../../../people/accounts/services.ts';
import { connectionNamed } from '../../../shared/connections/queries.ts';
import { startExport } from '../../../shared/exports/start-export.ts';
import { fileWaiter } from '../../../shared/exports/wait-for-file.ts';
import { exportLinksCall, linksExportFailed } from './contract.ts';

export function linksExportsApi(app: FastifyInstance, parts: Services): void {
  const finished = fileWaiter(app, parts);
  route(app, exportLinksCall, (call) =>
    finished(call, { kind: 'links', failed: linksExportFailed }, async (tenant) => {
      const { id, name } = await connectionNamed(tenant, call.params.name);
      return startExport(tenant, { kind: 'links', choice: { connection_id: id }, begin: () => ({ described: name }) });
    }),
  );
}
