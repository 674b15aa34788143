import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { notify } from '../../../../platform/events.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Seal } from '../../../../platform/seal.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { closeIssues } from '../../issues/commands.ts';
import { getConnection, misfitOf } from '../calls/session.ts';
import { opensKept } from '../calls/tokens.ts';
import { wakeConnection } from '../streams/wake.ts';

const ours = sql`last_failure ->> 'code' in ('connection.secrets_lost', 'connection.other_settings')`;

/**
 * Lets go on what waited for a person because its secrets could not be opened or its settings did not fit, once they do: a process had been
 * started with another SECRET_KEY, or is of another version.
 */
export async function takeUpOpened(tenant: Tenant, seal: Seal): Promise<void> {
  const { rows } = await sql<Columns<'connections', 'id'>>`
    select id from connections where ${inAccount(tenant)} and state = 'needs_reconnect' and ${ours}`.execute(tenant.db);
  for (const { id } of rows) {
    const connection = await getConnection(tenant, seal, id);
    if (!connection || misfitOf(connection)) continue;
    if (connection.credential !== null && !(await opensKept(tenant, seal, connection.credential))) continue;
    const { numAffectedRows } = await sql`
      update connections set state = 'active', last_failure = null
      where ${inAccount(tenant)} and id = ${id} and state = 'needs_reconnect' and ${ours}`.execute(tenant.db);
    if (!numAffectedRows) continue;
    await closeIssues(tenant, { connectionId: id, types: ['needs_reconnect'] });
    await wakeConnection(tenant, id);
    notify(tenant, 'connections', [id]);
  }
}
