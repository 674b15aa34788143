import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Columns } from '../../../../../platform/columns.ts';
import { invalid, refuse } from '../../../../../platform/http/refusal.ts';
import { type Call, route } from '../../../../../platform/http/route.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import type { Services } from '../../../../people/accounts/services.ts';
import { headerKey } from '../../../../shared/imports/reading/headers.ts';
import { importTexts } from '../../../../shared/imports/texts.ts';
import { runWaiter } from '../../../../shared/runs/working/wait.ts';
import { type ReceivedTable, receiveTable } from '../files/receive.ts';
import { getImport } from '../queries.ts';
import { aliasTexts, importAliasesCall, largestReport, type MappingColumn, mappingColumns } from './contract.ts';
import { startReport } from './start-report.ts';

/** Takes a listing report, lets a worker import it, and waits for that as long as a call may wait. */
export function aliasesApi(app: FastifyInstance, parts: Services): void {
  const { files } = parts;
  const waitFor = runWaiter(app, parts);
  route(app, importAliasesCall, async (call: Call<typeof importAliasesCall>) => {
    const { session, inTenant, request } = call;
    const fields = new Map<string, string>();
    const known = { columns: new Set(mappingColumns.map(headerKey)), bareQuotes: true };
    const limit = { field: 'uploadedFile', largest: largestReport, tooLarge: aliasTexts.tooLarge, noFile: aliasTexts.noFile };
    const table = await receiveTable(request, files, session.accountId, known, limit, (name, value) => fields.set(name, value));
    if ('refused' in table) throw invalid({ uploadedFile: [table.refused === 211 ? importTexts.wrongType : importTexts.wrongFormat] });
    const { id, runId } = await inTenant(async (tenant) => {
      const by = columnOf(table, fields.get('mappingColumn'));
      const started = await startReport(tenant, files, await channelOf(tenant, fields.get('connector')), table, by);
      if (started.joined) tenant.afterCommit.push(() => files.store.delete(table.key));
      return started;
    }).catch(async (error: unknown) => {
      await files.store.delete(table.key);
      throw error;
    });
    if (runId !== null) await waitFor(call, runId);
    return replyOf(await inTenant((tenant) => getImport(tenant, id)));
  });
}

/** What order lines are matched by. @throws Invalid where the report does not have it */
function columnOf({ format }: ReceivedTable, given: string | undefined): MappingColumn {
  const by = mappingColumns.find((column) => column === given);
  if (!by) throw invalid({ mappingColumn: [aliasTexts.noColumn] });
  if (!format.headers.some((header) => headerKey(header) === headerKey(by)))
    throw invalid({ uploadedFile: [`The file has no column ${by}.`] });
  return by;
}

function replyOf(shown: Awaited<ReturnType<typeof getImport>>) {
  if (!shown || shown.state === 'failed') throw refuse(500, 'import_failed', shown?.problem ?? aliasTexts.failed);
  const { id, state, applied, wrong, run } = shown;
  const told = { importId: id, linked: applied };
  if (state === 'applying') return { message: aliasTexts.goesOn, alertType: 'info' as const, ...told };
  const alertType = state !== 'applied' ? ('info' as const) : wrong > 0 ? ('warning' as const) : ('success' as const);
  return { message: run?.sentence ?? '', alertType, ...told };
}

/** The channel of this slug; without one the only channel that there is. @throws Invalid */
async function channelOf({ accountId, db }: Tenant, slug: string | undefined): Promise<Columns<'connections', 'id' | 'name'>> {
  const { rows } = await sql<Columns<'connections', 'id' | 'name'>>`
    select id, name from connections where account_id = ${accountId} and disconnected_at is null and 'orders' = any(capabilities)
      and (${slug || null}::text is null or slug = ${slug || null}) limit 2`.execute(db);
  if (rows.length !== 1 || !rows[0]) throw invalid({ connector: [slug ? aliasTexts.channelGone : aliasTexts.whichChannel] });
  return rows[0];
}
