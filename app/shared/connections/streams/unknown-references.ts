import { sql } from 'kysely';
import { writeAudit } from '../../../../platform/audit.ts';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { closeIssues } from '../../issues/commands.ts';
import { connectionName } from '../calls/connection-name.ts';
import { dismissUnknownAnnouncements } from './unknown-announcements.ts';

/** A person says that nothing is to be done about those that a connection names, and about announcements. Returns how many. */
export async function dismissUnknown(tenant: Tenant, id: number): Promise<number> {
  const { rows } = await sql<Columns<'unknown_references', 'reference'>>`
    update unknown_references set settled_at = now() where ${inAccount(tenant)} and connection_id = ${id} and settled_at is null
    returning reference`.execute(tenant.db);
  const references = [...rows.map(({ reference }) => reference), ...(await dismissUnknownAnnouncements(tenant, id))];
  if (references.length === 0) return 0;
  const name = await connectionName(tenant, id);
  await closeIssues(tenant, { connectionId: id, types: ['unknown_references'] });
  await writeAudit(tenant, {
    ...{ verb: 'dismissed', noun: 'unknown references', record: { id, name } },
    to: { references: references.toSorted() },
  });
  return references.length;
}
