import type { FastifyInstance } from 'fastify';
import { refuse } from '../../platform/http/refusal.ts';
import type { Tenant } from '../../platform/tenant.ts';
import type { Parts } from '../parts.ts';
import { runWaiter, type WaitingCall } from '../runs/wait.ts';
import { stillExporting } from './contract.ts';
import type { ItemsExportRecord } from './items/contract.ts';
import { type ItemsExportKind, listItemsExports } from './items/queries.ts';
import type { StartedExport } from './start-export.ts';

type File = { kind: ItemsExportKind; failed: string };

/** Returns what starts an export and waits for its record, once its file is written. @throws Refusal 504 when that takes longer than a caller waits */
export function fileWaiter(app: FastifyInstance, parts: Pick<Parts, 'news' | 'longestWaitMs'>) {
  const waitFor = runWaiter(app, parts);
  return async (
    call: WaitingCall,
    { kind, failed }: File,
    start: (tenant: Tenant) => Promise<StartedExport>,
  ): Promise<ItemsExportRecord> => {
    const { id, runId } = await call.inTenant(start);
    const { state } = await waitFor(call, runId);
    if (state === 'running') throw refuse(504, 'still_exporting', stillExporting);
    const [record] = await call.inTenant((tenant) => listItemsExports(tenant, kind, [id]));
    if (!record) throw refuse(404, 'not_found', 'This export does not exist.');
    if (!record.downloadLink) throw refuse(500, 'export_failed', failed);
    const { downloadLink, downloadText, createdAt, sourceName } = record;
    return { id, downloadLink, downloadText, createdAt, sourceName };
  };
}
