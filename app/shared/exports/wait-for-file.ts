import type { FastifyInstance } from 'fastify';
import { refuse } from '../../../platform/http/refusal.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import type { Services } from '../../people/accounts/services.ts';
import { runWaiter, type WaitingCall } from '../runs/working/wait.ts';
import { type ExportRecord, stillExporting } from './contract.ts';
import { missingExport } from './delete-export.ts';
import { type ListedExport, listExports } from './queries.ts';
import type { StartedExport } from './start-export.ts';

type File = { kind: ListedExport; failed: string };

/** Returns what starts an export and waits for its record, once its file is written. @throws Refusal 504 when that takes longer than a caller waits */
export function fileWaiter(app: FastifyInstance, parts: Pick<Services, 'news' | 'longestWaitMs'>) {
  const waitFor = runWaiter(app, parts);
  return async (call: WaitingCall, { kind, failed }: File, start: (tenant: Tenant) => Promise<StartedExport>): Promise<ExportRecord> => {
    const { id, runId } = await call.inTenant(start);
    const { state } = await waitFor(call, runId);
    if (state === 'running') throw refuse(504, 'still_exporting', stillExporting);
    const [record] = await call.inTenant((tenant) => listExports(tenant, kind, [id]));
    if (!record) throw missingExport();
    if (!record.downloadLink) throw refuse(500, 'export_failed', failed);
    const { downloadLink, downloadText, createdAt, sourceName } = record;
    return { id, downloadLink, downloadText, createdAt, sourceName };
  };
}
