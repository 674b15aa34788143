import { sql } from 'kysely';
import type { Reason } from '../../../../connectors/contract.ts';
import type { Columns } from '../../../../platform/columns.ts';
import { notify } from '../../../../platform/events.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { closeIssues, openIssues } from '../../issues/commands.ts';
import type { Connection } from '../calls/session.ts';

/** How soon what was forbidden is tried again: a person may have granted it in the meantime. */
export const forbiddenMs = 15 * 60_000;

/**
 * Records that the credentials of a connection may not do one thing, a stream or a kind of effect. The connection itself works, and
 * everything else of it goes on; a person is told.
 */
export async function recordForbidden(tenant: Tenant, connectionId: number, what: string, reason: Reason): Promise<void> {
  const kept = JSON.stringify(reason);
  const { rows } = await sql<Columns<'connections', 'name'>>`
    update connections set forbidden = forbidden || jsonb_build_object(${what}::text, ${kept}::jsonb)
    where ${inAccount(tenant)} and id = ${connectionId} and forbidden -> ${what} is distinct from ${kept}::jsonb returning name`.execute(
    tenant.db,
  );
  const [connection] = rows;
  if (!connection) return;
  const sentence = { code: 'not_permitted', connection: connection.name, what, reason } as const;
  await openIssues(tenant, [{ connectionId, type: 'forbidden', subject: what, sentence }]);
  notify(tenant, 'connections', [connectionId]);
}

/** It works again. Costs nothing where nothing was forbidden. */
export async function settleForbidden(tenant: Tenant, connection: Connection, what: string): Promise<void> {
  if (!(what in connection.forbidden)) return;
  await sql`update connections set forbidden = forbidden - ${what}::text where ${inAccount(tenant)} and id = ${connection.id}`.execute(
    tenant.db,
  );
  await closeIssues(tenant, { connectionId: connection.id, types: ['forbidden'], subjects: [what] });
  notify(tenant, 'connections', [connection.id]);
}
