import type { FastifyInstance } from 'fastify';
import { refuse } from '../../platform/http/refusal.ts';
import type { Call } from '../../platform/http/route.ts';
import type { Tenant } from '../../platform/tenant.ts';
import type { Parts } from '../parts.ts';
import { waitForRun } from '../runs/wait.ts';
import { stillExporting } from './contract.ts';
import type { exportProductsCall, ItemsExportRecord } from './items/contract.ts';
import { type ItemsExportKind, listItemsExports } from './items/queries.ts';
import type { StartedExport } from './start-export.ts';

/** Of a call, what waiting for the file needs. */
export type Waiting = Pick<Call<typeof exportProductsCall>, 'inTenant' | 'session' | 'reply'>;
type File = { kind: ItemsExportKind; failed: string };

/** Returns what starts an export and waits for its record, once its file is written. @throws Refusal 504 when that takes longer than a caller waits */
export function fileWaiter(app: FastifyInstance, { news, longestWaitMs }: Pick<Parts, 'news' | 'longestWaitMs'>) {
  const closing = new AbortController();
  app.addHook('preClose', async () => closing.abort());
  return async (
    { inTenant, session, reply }: Waiting,
    { kind, failed }: File,
    start: (tenant: Tenant) => Promise<StartedExport>,
  ): Promise<ItemsExportRecord> => {
    const { id, runId } = await inTenant(start);
    const left = new AbortController();
    reply.raw.once('close', () => left.abort());
    const stop = [closing.signal, left.signal];
    const { state } = await waitForRun(news, inTenant, { accountId: session.accountId, runId, ms: longestWaitMs, stop });
    if (state === 'running') throw refuse(504, 'still_exporting', stillExporting);
    const [record] = await inTenant((tenant) => listItemsExports(tenant, kind, [id]));
    if (!record) throw refuse(404, 'not_found', 'This export does not exist.');
    if (!record.downloadLink) throw refuse(500, 'export_failed', failed);
    const { downloadLink, downloadText, createdAt, sourceName } = record;
    return { id, downloadLink, downloadText, createdAt, sourceName };
  };
}
