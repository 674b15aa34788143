import { sql } from 'kysely';
import { notify } from '../../../../../platform/events.ts';
import { type Files, readFile } from '../../../../../platform/files.ts';
import { invalid, refuse } from '../../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../../platform/in-account.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import { type Encoding, encodingLabels } from '../../../../shared/imports/reading/encodings/list.ts';
import { reportHints } from '../../../../shared/imports/reading/report-names.ts';
import { UnreadableTable } from '../../../../shared/imports/reading/rows.ts';
import { describeTable, type TableFormat } from '../../../../shared/imports/reading/table.ts';
import { placesOf } from '../aliases/columns-of.ts';
import type { MappingColumn } from '../aliases/contract.ts';
import { auditChange, beginCheck, enter, lockImport, requireFile, type ShownRun, startImportRun } from '../commands.ts';
import { entityNamed } from '../entities.ts';
import { isWhole, knownTable, type MappedAnew, mapAnew } from '../files/mapping.ts';
import { readStart } from '../files/receive.ts';
import { findImport, type ImportRow } from '../running/import-row.ts';

type Choice = { encoding: Encoding; run_id?: ShownRun };

/**
 * Sets in which encoding an import's file is read, and goes on with it. But for a listing report, a person sees then what it would do.
 * @throws Refusal 404, 409; Invalid where it is no table then
 */
export async function chooseEncoding(tenant: Tenant, files: Files, id: number, { encoding, run_id: shownRun }: Choice): Promise<void> {
  const row = await lockImport(tenant, id, ['mapping', 'checked', 'failed'], shownRun);
  requireFile(row);
  const format = await readAs(tenant, files, row, encoding);
  const { mapping, isCertain } = await mappingOf(tenant, row, format);
  const entity = entityNamed(row.entity);
  const isReport = row.listing_report_by !== null;
  const state = isReport ? 'applying' : isCertain && isWhole(entity, mapping) ? 'checking' : 'mapping';
  await sql`update imports set state = 'mapping', straight = straight and listing_report_by is not null,
    format = ${JSON.stringify(format)}, mapping = ${JSON.stringify(mapping)}, created = 0, changed = 0,
    unchanged = 0, wrong = 0, causes = '[]', also_creates = null, problem = null
    where ${inAccount(tenant)} and id = ${id}`.execute(tenant.db);
  await auditChange(tenant, row, { state: row.state, encoding: row.format.encoding }, { state, encoding });
  if (state === 'applying') await enter(tenant, id, state, await startImportRun(tenant, id, { entity: 'listing_report' }, row.lines));
  else if (state === 'checking') await beginCheck(tenant, id, entity, false, row.lines);
  else notify(tenant, 'imports', [id]);
}

/** How the file is read in this encoding; the other readings stay, so that a person can choose again. */
async function readAs(tenant: Tenant, files: Files, row: ImportRow, encoding: Encoding): Promise<TableFormat> {
  const file = await readFile(tenant, files, row.file_id ?? 0);
  if (!file) throw refuse(409, 'file_gone', 'The file of this import is no longer kept. Upload it again.');
  const head = await readStart(file.content[Symbol.asyncIterator]());
  file.content.destroy();
  const hints = row.listing_report_by === null ? knownTable(entityNamed(row.entity)) : { ...reportHints, bareQuotes: true };
  const format = await tableIn(() => describeTable(head, { encoding, damaged: true }, hints));
  if (!format) throw invalid({ encoding: [`Read as ${encodingLabels[encoding]}, this file is no table.`] });
  const { readings } = row.format;
  return { ...format, ...(readings && { readings }) };
}

async function tableIn(read: () => Promise<TableFormat | null>): Promise<TableFormat | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof UnreadableTable) return null;
    throw error;
  }
}

async function mappingOf(tenant: Tenant, row: ImportRow, format: TableFormat): Promise<MappedAnew> {
  if (row.listing_report_by === null) {
    const continued = row.continues_id === null ? undefined : await findImport(tenant, row.continues_id);
    return mapAnew(row, continued, entityNamed(row.entity), format);
  }
  const mapping = placesOf(format, row.listing_report_by as MappingColumn);
  if (mapping.channel_sku === undefined) throw invalid({ encoding: [`Read so, the file has no column ${row.listing_report_by}.`] });
  return { mapping, isCertain: true };
}
