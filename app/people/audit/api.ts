import type { FastifyInstance } from 'fastify';
import { refuse } from '../../../platform/http/refusal.ts';
import { route } from '../../../platform/http/route.ts';
import { turns } from '../../../platform/turns.ts';
import { exportAuditCall, listAuditCall } from './contract.ts';
import { auditFile, listAudit } from './queries.ts';

/** A file takes a connection of few for as long as it is written, and its size in memory: of one account one at a time. */
const writing = turns({
  ...{ each: 1, waiting: 5 },
  refusal: () =>
    refuse(429, 'account_busy', 'Files of the audit are being written for your account. Try again in a minute.', { 'retry-after': '60' }),
});

export function auditApi(app: FastifyInstance): void {
  route(app, listAuditCall, async ({ reading, query }) => {
    const { rows, lookedTo } = await reading((tenant) => listAudit(tenant, query));
    return { data: rows, looked_to: lookedTo };
  });
  route(app, exportAuditCall, async ({ copying, session, query, reply }) => {
    const end = await writing.take(session.accountId);
    const file = await copying((tenant) => auditFile(tenant, query)).finally(end);
    reply.header('content-type', 'text/csv; charset=utf-8').header('content-disposition', 'attachment; filename="audit.csv"');
    return reply.send(file);
  });
}
