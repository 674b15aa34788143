import { sql } from 'kysely';
import type { Columns } from '../../../../../platform/columns.ts';
import { inAccount } from '../../../../../platform/in-account.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import { rowsOfPage } from '../../../../shared/imports/contract.ts';
import type { KeptCause } from './count.ts';

/** The numbers of a page of the rows that have an error of this cause, by the index of causes; and how many there are. */
export async function rowsOfCause(
  tenant: Tenant,
  importId: number,
  cause: number,
  page: number,
): Promise<{ numbers: number[]; total: number }> {
  const { rows } = await sql<Columns<'import_errors', 'number'>>`
    select distinct number from import_errors where ${inAccount(tenant)} and import_id = ${importId} and cause = ${cause}
    order by number offset ${(page - 1) * rowsOfPage} limit ${rowsOfPage}`.execute(tenant.db);
  return { numbers: rows.map(({ number }) => number), total: await countOf(tenant, importId, cause) };
}

/** As the check counted it: a row has one error of a cause. */
async function countOf(tenant: Tenant, importId: number, cause: number): Promise<number> {
  const { rows } = await sql<{ causes: KeptCause[] }>`
    select causes from imports where ${inAccount(tenant)} and id = ${importId}`.execute(tenant.db);
  return rows[0]?.causes.find((each) => each.cause === cause)?.rows ?? 0;
}
