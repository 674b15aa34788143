import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Reason, Unreadable } from '../../../../connectors/contract.ts';
import { writeAudits } from '../../../../platform/audit.ts';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { closeIssues, openIssues } from '../../issues/commands.ts';
import { recordSubject } from '../../issues/types/connections.ts';
import type { RowOutcome } from '../../runs/commands.ts';
import { connectionName } from '../calls/connection-name.ts';

/** Stores records that could not be read, with payload and reason, once however often they come, and lists them in the run. */
export async function storeUnreadable(tenant: Tenant, connectionId: number, stream: string, records: Unreadable[]): Promise<RowOutcome[]> {
  if (records.length === 0) return [];
  const rows = records.map(({ remoteId, reason, raw }) => {
    const text = JSON.stringify(raw) ?? 'null';
    return { remote_id: remoteId, reason, raw: text, fingerprint: createHash('sha1').update(`${remoteId}\n${text}`).digest('base64url') };
  });
  const once = [...new Map(rows.map((row) => [row.fingerprint, row])).values()];
  const { rows: stored } = await sql<Columns<'unreadable_records', 'id' | 'remote_id'> & { reason: Reason; fresh: boolean }>`
    insert into unreadable_records (account_id, connection_id, stream, remote_id, reason, raw, fingerprint)
    select ${tenant.accountId}, ${connectionId}, ${stream}, remote_id, reason, raw::json, fingerprint
    from json_to_recordset(${JSON.stringify(once)}::json) as row (remote_id text, reason jsonb, raw text, fingerprint text)
    on conflict (account_id, connection_id, stream, fingerprint) do update set last_seen_at = excluded.last_seen_at,
      times_seen = unreadable_records.times_seen + 1
    returning id, remote_id, reason, old.id is null as fresh`.execute(tenant.db);
  const fresh = stored.filter((row) => row.fresh);
  await openIssuesFor(tenant, connectionId, fresh);
  return fresh.map(({ id, remote_id, reason }) => ({
    outcome: 'failed',
    recordType: 'unreadable_record',
    recordId: id,
    label: remote_id ?? '',
    reason: { code: 'refused', reason },
  }));
}

/** Closes the issues of unreadable records that were read again without a fault. */
export async function settleReadable(tenant: Tenant, connectionId: number, stream: string, remoteIds: string[]): Promise<void> {
  if (remoteIds.length === 0) return;
  await settle(tenant, sql`connection_id = ${connectionId} and stream = ${stream} and remote_id = any(${remoteIds}::text[])`);
}

/** A person dismisses unreadable records. Returns how many there were. */
export async function dismissUnreadable(tenant: Tenant, ids: readonly number[]): Promise<number> {
  const records = await settle(tenant, sql`id = any(${ids}::bigint[])`);
  await writeAudits(
    tenant,
    records.map(({ id, remote_id }) => ({
      ...{ verb: 'dismissed', noun: 'unreadable record', record: { id, name: remote_id ?? '' } },
    })),
  );
  return records.length;
}

type Settled = Columns<'unreadable_records', 'id' | 'connection_id' | 'remote_id'>;

async function settle(tenant: Tenant, which: RawBuilder<unknown>): Promise<Settled[]> {
  const { rows } = await sql<Settled>`
    update unreadable_records set settled_at = now() where ${inAccount(tenant)} and settled_at is null and ${which}
    returning id, connection_id, remote_id`.execute(tenant.db);
  for (const [connectionId, records] of Map.groupBy(rows, (row) => row.connection_id)) {
    await closeIssues(tenant, { connectionId, types: ['unreadable'], subjects: records.map(({ id }) => recordSubject(id)) });
  }
  return rows;
}

async function openIssuesFor(
  tenant: Tenant,
  connectionId: number,
  records: { id: number; remote_id: string | null; reason: Reason }[],
): Promise<void> {
  if (records.length === 0) return;
  const connection = await connectionName(tenant, connectionId);
  await openIssues(
    tenant,
    records.map(({ id, remote_id, reason }) => ({
      connectionId,
      type: 'unreadable',
      subject: recordSubject(id),
      sentence: { code: 'record_unreadable', connection, remoteId: remote_id, reason },
    })),
  );
}
