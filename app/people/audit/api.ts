import type { FastifyInstance } from 'fastify';
import { route } from '../../../platform/http/route.ts';
import { exportAuditCall, listAuditCall } from './contract.ts';
import { auditFile, listAudit } from './queries.ts';

export function auditApi(app: FastifyInstance): void {
  route(app, listAuditCall, async ({ reading, query }) => {
    const { rows, lookedTo } = await reading((tenant) => listAudit(tenant, query));
    return { data: rows, looked_to: lookedTo };
  });
  route(app, exportAuditCall, async ({ copying, query, reply }) => {
    const file = await copying((tenant) => auditFile(tenant, query));
    reply.header('content-type', 'text/csv; charset=utf-8').header('content-disposition', 'attachment; filename="audit.csv"');
    return reply.send(file);
  });
}
