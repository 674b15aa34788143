import { sql } from 'kysely';
import { writeAudit } from '../../../../../platform/audit.ts';
import type { Columns } from '../../../../../platform/columns.ts';
import { notify } from '../../../../../platform/events.ts';
import { addFile, type Files } from '../../../../../platform/files.ts';
import { inAccount } from '../../../../../platform/in-account.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import { linksEntity } from '../../../../nouns/links/import/entity.ts';
import { enter, type Started, startImportRun } from '../commands.ts';
import type { ReceivedTable } from '../files/receive.ts';
import { requireRoomForImport } from '../files/room.ts';
import { placesOf } from './columns-of.ts';
import type { MappingColumn } from './contract.ts';

type Connection = Columns<'connections', 'id' | 'name'>;

/** Starts the import of a channel's listing report, or joins the running one of the same file; another waits its turn. */
export async function startReport(
  tenant: Tenant,
  files: Files,
  connection: Connection,
  table: ReceivedTable,
  by: MappingColumn,
): Promise<Started> {
  // Serialises two uploads at once.
  await sql`select from accounts where id = ${tenant.accountId} for no key update`.execute(tenant.db);
  const running = await runningReport(tenant, connection.id, table, by);
  if (running) return { id: running.id, runId: running.run_id, joined: true };
  await requireRoomForImport(tenant, files, table.bytes);
  const file = await addFile(tenant, { ...table, contentType: 'text/csv', uploaded: true });
  // Nobody has said yet how it is read: nothing of it is linked before that.
  const isUnsure = table.format.isUnsure === true;
  const { rows } = await sql<Columns<'imports', 'id'>>`
    insert into imports (account_id, entity, connection_id, state, straight, file_id, file_name, digest, format, mapping, lines,
      requested_by, listing_report_by)
    values (${tenant.accountId}, ${linksEntity.name}, ${connection.id}, 'mapping', true, ${file.id},
      ${table.name}, ${table.digest}, ${JSON.stringify(table.format)}, ${JSON.stringify(placesOf(table.format, by))}, ${table.lines},
      ${tenant.userId}, ${by}) returning id`.execute(tenant.db);
  const [{ id }] = rows as [Columns<'imports', 'id'>];
  await writeAudit(tenant, {
    ...{ verb: 'created', noun: 'import', record: { id, name: table.name } },
    to: { listings_of: connection.name, mapping_column: by, applied_at_once: true },
  });
  const runId = isUnsure ? null : await startImportRun(tenant, id, { entity: 'listing_report' }, table.lines);
  if (runId !== null) await enter(tenant, id, 'applying', runId);
  notify(tenant, 'imports', [id]);
  return { id, runId, joined: false };
}

async function runningReport(tenant: Tenant, connectionId: number, { digest, format }: ReceivedTable, by: MappingColumn) {
  const { rows } = await sql<Columns<'imports', 'id' | 'run_id'>>`
    select id, run_id from imports where ${inAccount(tenant)} and connection_id = ${connectionId} and digest = ${digest}
      and listing_report_by = ${by} and format ->> 'encoding' = ${format.encoding} and state = 'applying'`.execute(tenant.db);
  return rows[0];
}
