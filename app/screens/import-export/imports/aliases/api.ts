import type { FastifyInstance } from 'fastify';
import { invalid, refuse } from '../../../../../platform/http/refusal.ts';
import { type Call, route } from '../../../../../platform/http/route.ts';
import type { Services } from '../../../../people/accounts/services.ts';
import { reportHints } from '../../../../shared/imports/reading/report-names.ts';
import { importTexts } from '../../../../shared/imports/texts.ts';
import { runWaiter } from '../../../../shared/runs/working/wait.ts';
import { type ReceivedTable, receiveTable } from '../files/receive.ts';
import { startStored } from '../files/start-stored.ts';
import { getImport } from '../queries.ts';
import { channelOf } from './channel-of.ts';
import { positions } from './columns-of.ts';
import { aliasTexts, importAliasesCall, largestReport, type MappingColumn, mappingColumns } from './contract.ts';
import { startReport } from './start-report.ts';

/** Takes a listing report, lets a worker import it, and waits for that as long as a call may wait. */
export function aliasesApi(app: FastifyInstance, parts: Services): void {
  const { files } = parts;
  const waitFor = runWaiter(app, parts);
  route(app, importAliasesCall, async (call: Call<typeof importAliasesCall>) => {
    const { session, inTenant, request, query } = call;
    const fields = new Map<string, string>();
    const layout = { ...reportHints, bareQuotes: true, encoding: query.encoding };
    const limit = { field: 'uploadedFile', largest: largestReport, tooLarge: aliasTexts.tooLarge, noFile: aliasTexts.noFile };
    const table = await receiveTable(request, files, session.accountId, layout, limit, (name, value) => fields.set(name, value));
    if ('refused' in table) throw invalid({ uploadedFile: [table.message] });
    const { id, runId } = await startStored(inTenant, files, table, async (tenant) => {
      const by = columnOf(table, fields.get('mappingColumn'));
      return startReport(tenant, files, await channelOf(tenant, files, table, { slug: fields.get('connector'), by }), table, by);
    });
    if (runId !== null) await waitFor(call, runId);
    return replyOf(await inTenant((tenant) => getImport(tenant, id)));
  });
}

/** What order lines are matched by: the seller's SKU where the form does not say. @throws Invalid where the report does not have it */
function columnOf({ format }: ReceivedTable, given: string = 'seller-sku'): MappingColumn {
  const by = mappingColumns.find((column) => column === given);
  if (!by) throw invalid({ mappingColumn: [aliasTexts.noColumn] });
  if (positions(format)(by) === undefined) throw invalid({ uploadedFile: [`The file has no column ${by}.`] });
  return by;
}

function replyOf(shown: Awaited<ReturnType<typeof getImport>>) {
  if (!shown || shown.state === 'failed') throw refuse(500, 'import_failed', shown?.problem ?? aliasTexts.failed);
  const { id, state, applied, wrong, run } = shown;
  const counts = { importId: id, linked: applied };
  if (shown.isUnsure) return { message: importTexts.unsure, alertType: 'info' as const, ...counts, readings: shown.readings };
  if (state === 'applying') return { message: aliasTexts.goesOn, alertType: 'info' as const, ...counts };
  const alertType = state !== 'applied' ? ('info' as const) : wrong > 0 ? ('warning' as const) : ('success' as const);
  return { message: run?.sentence ?? '', alertType, ...counts };
}
