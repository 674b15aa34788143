import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Unreadable } from '../../connectors/contract.ts';
import type { Tenant } from '../../platform/tenant.ts';
import type { RowOutcome } from '../runs/commands.ts';

/** Keeps what could not be read, payload and reason, once however often it comes; and says so among the run's rows. */
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
  return kept
    .filter(({ fresh }) => fresh)
    .map(({ id, remote_id, reason }) => ({
      outcome: 'failed',
      recordType: 'unreadable_record',
      recordId: id,
      label: remote_id ?? 'a record without an id',
      reason,
    }));
}
