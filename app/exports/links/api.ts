import type { FastifyInstance } from 'fastify';
import { route } from '../../../platform/http/route.ts';
import { connectionNamed } from '../../connections/queries.ts';
import type { Parts } from '../../parts.ts';
import { startExport } from '../start-export.ts';
import { fileWaiter } from '../wait-for-file.ts';
import { exportLinksCall, linksExportFailed } from './contract.ts';

export function linksExportsApi(app: FastifyInstance, parts: Parts): void {
  const finished = fileWaiter(app, parts);
  route(app, exportLinksCall, (call) =>
    finished(call, { kind: 'links', failed: linksExportFailed }, async (tenant) => {
      const { id, name } = await connectionNamed(tenant, call.params.name);
      return startExport(tenant, { kind: 'links', subject: 'links', choice: { connection_id: id }, begin: () => ({ described: name }) });
    }),
  );
}
