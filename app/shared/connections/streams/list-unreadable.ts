import { sql } from 'kysely';
import type { Reason } from '../../../../connectors/contract.ts';
import type { Column, Columns } from '../../../../platform/columns.ts';
import type { Reply } from '../../../../platform/endpoint.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { wordReason } from '../../../base/reasons.ts';
import { recordOfSubject, recordPrefix } from '../../issues/types/connections.ts';
import { type listUnreadableCall, mostDecided } from '../contract.ts';

type Row = Columns<'unreadable_records', 'id' | 'remote_id' | 'first_seen_at'> & {
  connection: Column<'connections', 'name'>;
  reason: Reason;
};

/** The records that cannot be read and that nobody has decided about: the oldest hundred, and how many there are by the tallies. */
export async function listUnreadable(tenant: Tenant): Promise<Reply<typeof listUnreadableCall>> {
  const { rows: oldest } = await sql<Columns<'issues', 'subject'>>`
    select subject from issues where ${inAccount(tenant)} and type = 'unreadable' and order_id is null and purchase_order_id is null
      and closed_at is null and ${isOfRecord} order by opened_at, id limit ${mostDecided}`.execute(tenant.db);
  const ids = oldest.flatMap(({ subject }) => recordOfSubject(subject) ?? []);
  const { rows } = await sql<Row>`
    select r.id, r.remote_id, r.reason, r.first_seen_at, c.name as connection
    from unreadable_records r join connections c on ${inAccount(tenant, 'c')} and c.id = r.connection_id
    where ${inAccount(tenant, 'r')} and r.id = any(${ids}::bigint[]) order by r.first_seen_at, r.id`.execute(tenant.db);
  const data = rows.map((row) => ({ ...row, reason: wordReason(row.reason) }));
  return { total: ids.length < mostDecided ? ids.length : await countUnreadable(tenant), data };
}

/** Other subjects of the type are parts of a purchase order. */
const isOfRecord = sql`starts_with(subject, ${recordPrefix})`;

async function countUnreadable(tenant: Tenant): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(n), 0)::int as n from issue_tallies where ${inAccount(tenant)} and type = 'unreadable' and ${isOfRecord}`.execute(
    tenant.db,
  );
  return rows[0]?.n ?? 0;
}
