import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { readFile } from '../../../../platform/files.ts';
import { existing, invalid, refuse } from '../../../../platform/http/refusal.ts';
import { type Call, changeRoute, readRoute, route } from '../../../../platform/http/route.ts';
import type { SignedIn } from '../../../../platform/signed-in.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { whoMayChange } from '../../../base/nouns.ts';
import { requireMay } from '../../../people/accounts/people/require-may.ts';
import type { Services } from '../../../people/accounts/services.ts';
import { connectionNamed } from '../../../shared/connections/queries.ts';
import {
  applyImportCall,
  cancelImportCall,
  changeColumnsCall,
  changeEncodingCall,
  importAtWarehouseCall,
  lastUploadCall,
  listCausesCall,
  listRowsCall,
  sampleCsvCall,
  undoImportCall,
  uploadCsvCall,
  wrongRowsCall,
} from '../../../shared/imports/contract.ts';
import type { ImportEntity } from '../../../shared/imports/entity.ts';
import { importTexts } from '../../../shared/imports/texts.ts';
import { runWaiter } from '../../../shared/runs/working/wait.ts';
import { applyImport, cancelImport, changeColumns, startImport, undoImport } from './commands.ts';
import { entities, entityNamed, wordsOf } from './entities.ts';
import { knownTable, mapHeaders } from './files/mapping.ts';
import { type RefusedTable, receiveTable } from './files/receive.ts';
import { sampleFile } from './files/sample.ts';
import { startStored } from './files/start-stored.ts';
import { wrongRowsFile } from './files/wrong-rows.ts';
import { chooseEncoding } from './pages/choose-encoding.ts';
import { linksAtWarehouse } from './pages/links-at-warehouse.ts';
import { getImport, lastImportOf } from './queries.ts';
import { findImport, type ImportRow } from './running/import-row.ts';
import { listRows } from './shown-rows.ts';

export function importsApi(app: FastifyInstance, parts: Services): void {
  const { files } = parts;
  uploadRoute(app, parts);
  route(app, lastUploadCall, async ({ reading, query, reply }) => {
    const entity = entityOf(query.entity_id);
    const last = await reading(async (tenant) => lastImportOf(tenant, entity, await connectionOf(tenant, entity, query.connector)));
    if (!last) reply.code(204);
    return last;
  });
  route(app, sampleCsvCall, async ({ params, reply }) => {
    const entity = entityOf(params.entityId);
    return sendCsv(reply, `${entity.name}-sample.csv`, Readable.from([sampleFile(entity)]));
  });
  route(app, changeColumnsCall, async ({ inTenant, session, params, body }) => {
    await inTenant(async (tenant) => {
      await mayChange(tenant, session, params.id);
      await changeColumns(tenant, params.id, body);
    });
    return { message: 'The file is being checked.' };
  });
  route(app, changeEncodingCall, async ({ inTenant, session, params, body }) => {
    await inTenant(async (tenant) => {
      await mayChange(tenant, session, params.id);
      await chooseEncoding(tenant, files, params.id, body);
    });
    return { message: 'The file is read anew.' };
  });
  route(app, applyImportCall, acting(applyImport, 'The import is being applied.'));
  route(app, undoImportCall, acting(undoImport, 'The import is being undone.'));
  route(
    app,
    cancelImportCall,
    acting((tenant, id, shownRun) => cancelImport(tenant, files, id, shownRun), 'The import was cancelled. Nothing was changed.'),
  );
  readingRoutes(app, parts);
}

/** What its page shows of an import. */
function readingRoutes(app: FastifyInstance, { files }: Services): void {
  changeRoute(app, importAtWarehouseCall, async (tenant, { params }) => ({
    at_warehouse: await linksAtWarehouse(tenant, await importOf(tenant, params.id)),
  }));
  readRoute(app, listRowsCall, async (tenant, { params, query }) => listRows(tenant, await importOf(tenant, params.id), query));
  readRoute(app, listCausesCall, async (tenant, { params }) => ({ data: existing(await getImport(tenant, params.id), missing).causes }));
  route(app, wrongRowsCall, async ({ inTenant, params, query, reply }) => {
    const row = await inTenant((tenant) => importOf(tenant, params.id));
    const file = row.file_id === null ? null : await inTenant((tenant) => readFile(tenant, files, row.file_id ?? 0));
    if (!file) throw refuse(404, 'not_found', 'The file of this import no longer exists.');
    const name = `wrong-rows-of-${row.file_name.replace(/\.\w+$/, '')}.csv`;
    return sendCsv(reply, name, Readable.from(wrongRowsFile(inTenant, file.content, row, query.cause)));
  });
}

/** Takes a file; one that is not to be shown first is imported, and waited for. */
function uploadRoute(app: FastifyInstance, parts: Services): void {
  const { files } = parts;
  const waitFor = runWaiter(app, parts);
  route(app, uploadCsvCall, async (call: Call<typeof uploadCsvCall>) => {
    const { session, inTenant, params, query, request, reply } = call;
    const entity = entityOf(params.entityId);
    requireMay(session, whoMayChange(entity.name));
    const connectionId = await inTenant((tenant) => connectionOf(tenant, entity, query.connector));
    const table = await receiveTable(request, files, session.accountId, { ...knownTable(entity), encoding: query.encoding });
    if ('refused' in table) return refused(reply, table);
    const straight = query.preview === undefined;
    if (straight && mapHeaders(entity, table.format.headers)[entity.columns[0].name] === undefined) {
      await files.store.delete(table.key);
      return refused(reply, { refused: 212, message: importTexts.wrongFormat });
    }
    const { id, runId } = await startStored(inTenant, files, table, async (tenant) => {
      const continues = query.continues === undefined ? null : await continued(tenant, query.continues, entity, connectionId);
      return startImport(tenant, files, entity, table, straight, connectionId, continues);
    });
    if (straight && runId !== null) await waitFor(call, runId);
    return uploadReply(await inTenant((tenant) => getImport(tenant, id)), entity);
  });
}

function refused(reply: FastifyReply, { refused: status, message }: RefusedTable) {
  reply.code(status);
  return { message, alertType: 'danger' as const };
}

type Shown = NonNullable<Awaited<ReturnType<typeof getImport>>>;

function uploadReply(shown: Shown | undefined, entity: ImportEntity) {
  if (!shown || shown.state === 'failed') throw refuse(500, 'import_failed', shown?.problem ?? importTexts.failed);
  const { id, state, applied, wrong, unchanged, run } = shown;
  const counts = { import_success: applied, import_fail: wrong, import_skipped: unchanged };
  const alertType: 'success' | 'info' | 'warning' = state !== 'applied' ? 'info' : wrong > 0 ? 'warning' : 'success';
  const message = state === 'applied' ? (run?.sentence ?? '') : waitingWords(shown, entity);
  return { message, alertType, importId: id, state, ...counts, ...(shown.isUnsure && { readings: shown.readings }) };
}

/** What an import that is not applied yet waits for. */
function waitingWords({ state, isUnsure }: Shown, entity: ImportEntity): string {
  if (isUnsure) return importTexts.unsure;
  if (state === 'mapping') return importTexts.unknownColumns;
  return `The ${wordsOf(entity).noun.many} are being imported. You can leave this page: the import goes on.`;
}

const acting =
  (act: (tenant: Tenant, id: number, shownRun: number | null | undefined) => Promise<unknown>, message: string) =>
  async ({ inTenant, session, params, body }: Pick<Call<typeof applyImportCall>, 'inTenant' | 'session' | 'params' | 'body'>) => {
    await inTenant(async (tenant) => {
      await mayChange(tenant, session, params.id);
      await act(tenant, params.id, body?.run_id);
    });
    return { message };
  };

function entityOf(number: number): ImportEntity {
  return existing(entities[number], 'There is no such kind of file.');
}

/** The connection that records of this kind belong to; null where they belong to none. @throws Invalid, Refusal 404 */
async function connectionOf(tenant: Tenant, { isOfConnection }: ImportEntity, slug: string | undefined): Promise<number | null> {
  if (!isOfConnection) return null;
  if (!slug) throw invalid({ connector: [importTexts.whichChannel] });
  return (await connectionNamed(tenant, slug)).id;
}

const importOf = async (tenant: Tenant, id: number) => existing(await findImport(tenant, id), missing);
const missing = 'This import does not exist.';

/** The import whose rows a file has, mended. @throws Refusal 404 for one of other records */
async function continued(tenant: Tenant, id: number, { name }: ImportEntity, connectionId: number | null): Promise<ImportRow> {
  const row = await findImport(tenant, id);
  return existing(row?.entity === name && row.connection_id === connectionId && row.listing_report_by === null ? row : undefined, missing);
}

/** Whoever may not change such records one by one does not by a file. @throws Refusal 403, 404 */
async function mayChange(tenant: Tenant, session: SignedIn, id: number): Promise<void> {
  const { entity } = await importOf(tenant, id);
  requireMay(session, whoMayChange(entityNamed(entity).name));
}

function sendCsv(reply: FastifyReply, name: string, content: Readable) {
  content.on('error', (error) => reply.log.warn({ error }, 'file not sent'));
  reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`);
  return reply.send(content);
}
