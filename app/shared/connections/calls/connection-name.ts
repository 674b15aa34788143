import type { Column } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';

/** The name of a connection of this account, for sentences and the audit. */
export async function connectionName(tenant: Tenant, id: number): Promise<Column<'connections', 'name'>> {
  const row = tenant.db.selectFrom('connections').select('name').where(inAccount(tenant)).where('id', '=', id);
  return (await row.executeTakeFirstOrThrow()).name;
}
