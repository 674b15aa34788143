import { sql } from 'kysely';
import type { Columns } from '../../../../../platform/columns.ts';
import { inAccount } from '../../../../../platform/in-account.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import { rowsOfPage } from '../../../../shared/imports/contract.ts';
import { type CountedChunk, pageAmong } from './page-among.ts';

type Chunk = CountedChunk & Columns<'import_chunks', 'first_number' | 'last_number'>;

/**
 * The numbers of a page of the rows that have an error of this cause, and how many there are. The tallies of chunks say in which the page
 * is, so that no more of the index of causes is read than a chunk has.
 */
export async function rowsOfCause(
  tenant: Tenant,
  importId: number,
  cause: number,
  page: number,
): Promise<{ numbers: number[]; total: number }> {
  const counts = await countsOfCause(tenant, importId, cause);
  const { chunks, skipped, size } = pageAmong(counts, { from: (page - 1) * rowsOfPage, size: rowsOfPage });
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const [first, last] = [chunks[0]?.first_number, chunks.at(-1)?.last_number];
  if (!first || !last) return { numbers: [], total };
  const { rows } = await sql<Columns<'import_errors', 'number'>>`
    select distinct number from import_errors where ${inAccount(tenant)} and import_id = ${importId} and cause = ${cause}
      and number between ${first} and ${last}
    order by number offset ${skipped} limit ${size}`.execute(tenant.db);
  return { numbers: rows.map(({ number }) => number), total };
}

async function countsOfCause(tenant: Tenant, importId: number, cause: number): Promise<Chunk[]> {
  const { rows } = await sql<Chunk>`
    select chunk, first_number, last_number, (cause_rows ->> ${String(cause)})::int as count from import_chunks
    where ${inAccount(tenant)} and import_id = ${importId} and cause_rows ? ${String(cause)} order by chunk`.execute(tenant.db);
  return rows;
}
