import { sql } from 'kysely';
import type { Columns } from '../../../platform/columns.ts';
import { notify } from '../../../platform/events.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import type { Notification } from './contract.ts';
import { wordNotification } from './sentences.ts';

const pageSize = 30;

/** What this person was told of, the newest first. */
export async function listNotifications(tenant: Tenant): Promise<Notification[]> {
  const { rows } = await sql<Columns<'notifications', 'id' | 'at' | 'kind' | 'sentence' | 'path'> & { read: boolean }>`
    select id, at, kind, sentence, path, read_at is not null as read from notifications
    where ${inAccount(tenant)} and user_id = ${tenant.userId} order by id desc limit ${pageSize}`.execute(tenant.db);
  return rows.map((row) => ({ ...row, sentence: wordNotification(row.sentence) }));
}

/** How many of them this person has not read; 100 are a hundred or more. */
export async function countUnread({ prepared, accountId, userId }: Tenant): Promise<number> {
  const [row] = await prepared<{ n: number }>('unread', statement, [accountId, userId]);
  return row?.n ?? 0;
}

const statement = `select count(*)::int as n from (
  select from notifications where account_id = $1 and user_id = $2 and read_at is null limit 100) as unread`;

/** Marks this person's notifications as read, these or all. */
export async function markRead(tenant: Tenant, ids: readonly number[] | undefined): Promise<void> {
  const { numAffectedRows } = await sql`
    update notifications set read_at = now()
    where ${inAccount(tenant)} and user_id = ${tenant.userId} and read_at is null and (${ids ?? null}::bigint[] is null
      or id = any(${ids ?? null}::bigint[]))`.execute(tenant.db);
  if (numAffectedRows) notify(tenant, 'notifications');
}
