import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Unreadable } from '../../../connectors/contract.ts';
import { notify } from '../../../platform/events.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import type { RowOutcome } from '../../runs/commands.ts';

/** Stores records that could not be read, with payload and reason, once however often they come, and lists them in the run. */
export async function storeUnreadable(tenant: Tenant, connectionId: number, stream: string, records: Unreadable[]): Promise<RowOutcome[]> {
  if (records.length === 0) return [];
  const rows = records.map(({ remoteId, reason, raw }) => {
    const text = JSON.stringify(raw) ?? 'null';
    return { remote_id: remoteId, reason, raw: text, fingerprint: createHash('sha1').update(`${remoteId}\n${text}`).digest('base64url') };
  });
  const once = [...new Map(rows.map((row) => [row.fingerprint, row])).values()];
  const { rows: kept } = await sql<{ id: number; remote_id: string | null; reason: string; fresh: boolean }>`
    insert into unreadable_records (account_id, connection_id, stream, remote_id, reason, raw, fingerprint)
    select ${tenant.accountId}, ${connectionId}, ${stream}, remote_id, reason, raw::json, fingerprint
    from json_to_recordset(${JSON.stringify(once)}::json) as row (remote_id text, reason text, raw text, fingerprint text)
    on conflict (account_id, connection_id, stream, fingerprint) do update set last_seen_at = now(), times_seen = unreadable_records.times_seen + 1
    returning id, remote_id, reason, old.id is null as fresh`.execute(tenant.db);
  const fresh = kept.filter((row) => row.fresh);
  await openIssuesFor(tenant, connectionId, fresh);
  return fresh.map(({ id, remote_id, reason }) => ({
    outcome: 'failed',
    recordType: 'unreadable_record',
    recordId: id,
    label: remote_id ?? 'a record without an id',
    reason,
  }));
}

/** Closes the issues of unreadable records that were read again without a fault. */
export async function settleReadable(tenant: Tenant, connectionId: number, stream: string, remoteIds: string[]): Promise<void> {
  await settle(tenant, sql`connection_id = ${connectionId} and stream = ${stream} and remote_id = any(${remoteIds}::text[])`);
}

/** A person dismisses an unreadable record. Undefined when there is no such record. */
export async function dismissUnreadable(tenant: Tenant, id: number): Promise<boolean> {
  return (await settle(tenant, sql`id = ${id}`)) > 0;
}

async function settle(tenant: Tenant, which: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql`
    with settled as (
      update unreadable_records set settled_at = now() where account_id = ${tenant.accountId} and settled_at is null and ${which} returning id, connection_id
    )
    update issues i set closed_at = now(), closed_by = ${tenant.userId} from settled
    where i.account_id = ${tenant.accountId} and i.order_id is null and i.connection_id = settled.connection_id and i.type = 'unreadable'
      and i.subject = 'record:' || settled.id and i.closed_at is null
    returning i.id`.execute(tenant.db);
  if (rows.length > 0) notify(tenant, 'issues');
  return rows.length;
}

async function openIssuesFor(
  tenant: Tenant,
  connectionId: number,
  records: { id: number; remote_id: string | null; reason: string }[],
): Promise<void> {
  if (records.length === 0) return;
  await sql`
    insert into issues (account_id, connection_id, type, subject, sentence)
    select ${tenant.accountId}, c.id, 'unreadable', 'record:' || record.id, c.name || ' sent ' || record.what || ' that cannot be read: ' || record.reason
    from connections c, json_to_recordset(${JSON.stringify(records.map(({ id, remote_id, reason }) => ({ id, reason, what: remote_id === null ? 'a record without an id' : `record ${remote_id}` })))}::json)
      as record (id bigint, what text, reason text)
    where c.account_id = ${tenant.accountId} and c.id = ${connectionId}
    on conflict do nothing`.execute(tenant.db);
  notify(tenant, 'issues');
}
