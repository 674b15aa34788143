import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { closeIssues, openIssues } from '../../issues/commands.ts';
import { announcementsUnknown } from '../../issues/types/connections.ts';

/** What a warehouse sent out again, `f`, of an announcement that is not known so long after, and that no person has seen to. */
const isOfUnknown = sql`f.purchase_order_id is null and f.processed_at is null and f.ship_date < now() - interval '1 hour'`;

/** Of a warehouse so many are counted. */
const mostCounted = 1_000;

type Unknown = Columns<'connections', 'id' | 'name'> & { announcements: string[] };

/** Tells a person of it, an issue for each warehouse, which ends by itself once these announcements are known. */
export async function tellOfUnknownAnnouncements(tenant: Tenant): Promise<void> {
  const { rows } = await sql<Unknown>`
    select c.id, c.name, array(select distinct f.asn_id from fulfilments f where ${inAccount(tenant, 'f')} and f.connection_id = c.id
      and f.asn_id is not null and ${isOfUnknown} order by f.asn_id limit ${mostCounted}) as announcements
    from connections c where ${inAccount(tenant, 'c')} and 'warehouse' = any(c.capabilities) order by c.id`.execute(tenant.db);
  for (const { id: connectionId, name: connection, announcements } of rows) {
    const issue = { connectionId, type: 'unknown_references' as const, subject: 'announcements' };
    if (announcements.length > 0) await openIssues(tenant, [{ ...issue, sentence: announcementsUnknown(connection, announcements) }]);
    else await closeIssues(tenant, { connectionId, types: [issue.type], subjects: [issue.subject] });
  }
}

/** A person has seen to it; once the announcement is known, its purchase order has it all the same. Returns the announcements. */
export async function dismissUnknownAnnouncements(tenant: Tenant, connectionId: number): Promise<string[]> {
  const { rows } = await sql<Columns<'fulfilments', 'asn_id'>>`
    update fulfilments f set processed_at = now() where ${inAccount(tenant, 'f')} and f.connection_id = ${connectionId}
      and ${isOfUnknown} returning f.asn_id`.execute(tenant.db);
  return [...new Set(rows.flatMap(({ asn_id }) => asn_id ?? []))];
}
