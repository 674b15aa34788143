import { sql } from 'kysely';
import type { Columns } from '../../../platform/columns.ts';
import { notify } from '../../../platform/events.ts';
import { addFile } from '../../../platform/files.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { advanceRun, finishRun, startRun } from '../../runs/commands.ts';
import { countedWords } from '../../ui/counted-words.ts';
import type { ImportJob } from '../entity.ts';
import type { Mapping } from '../import-row.ts';
import { linksEntity } from '../links/entity.ts';
import { followWords } from '../links/follow.ts';
import type { ReceivedTable } from '../receive.ts';

/**
 * Adds a report as an import of the links of a channel, with its file. It is applied with the transaction that stores it. `mapping`:
 * where the report has what is read of it, of which files of links have two columns.
 */
export async function addReport(tenant: Tenant, connectionId: number, table: ReceivedTable, mapping: Mapping): Promise<ImportJob> {
  const file = await addFile(tenant, { ...table, contentType: 'text/csv' });
  const runId = await startRun(tenant, { kind: 'import', subject: linksEntity.name });
  const { rows } = await sql<Columns<'imports', 'id'>>`
    insert into imports (account_id, entity, connection_id, state, straight, run_id, file_id, file_name, digest, format, mapping, lines, requested_by, applied_at)
    values (${tenant.accountId}, ${linksEntity.name}, ${connectionId}, 'applied', true, ${runId}, ${file.id}, ${table.name}, ${table.digest},
      ${JSON.stringify(table.format)}, ${JSON.stringify(mapping)}, ${table.lines}, ${tenant.userId}, now()) returning id`.execute(
    tenant.db,
  );
  const [{ id }] = rows as [Columns<'imports', 'id'>];
  return { importId: id, connectionId, columns: ['channel_sku', 'product_sku'].filter((name) => name in mapping), createCategories: false };
}

type Done = { listings: number; linked: number; unchanged: number; wrong: number; left: number; orders: number };

/** Says what became of it, and returns that. */
export async function finishReport(tenant: Tenant, { importId }: ImportJob, done: Done): Promise<string> {
  const { linked, unchanged, wrong } = done;
  const { rows } = await sql<Columns<'imports', 'run_id'>>`
    update imports set created = ${linked}, unchanged = ${unchanged}, wrong = ${wrong}, applied = ${linked}
    where account_id = ${tenant.accountId} and id = ${importId} returning run_id`.execute(tenant.db);
  const runId = rows[0]?.run_id ?? 0;
  const sentence = inWords(done);
  await advanceRun(tenant, runId, { done: linked, skipped: unchanged, failed: wrong, total: linked + unchanged + wrong });
  await finishRun(tenant, runId, 'done', sentence);
  notify(tenant, 'imports', [importId]);
  return sentence;
}

const inWords = ({ listings, linked, left, orders }: Done): string => {
  const read = `${countedWords(listings, 'listing was', 'listings were')} read, ${linked.toLocaleString('en-US')} linked to products.`;
  const rest = left > 0 ? ` ${countedWords(left, 'row has', 'rows have')} no value in the mapping column.` : '';
  return `${read}${followWords(orders)}${rest}`;
};
