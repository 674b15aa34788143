import { sql } from 'kysely';
import type { Columns } from '../../../platform/columns.ts';
import { notify } from '../../../platform/events.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import type { Notification } from './contract.ts';
import { wordNotification } from './sentences.ts';

const shown = 30;

/** What this person was told of, the newest first. */
export async function listNotifications({ db, accountId, userId }: Tenant): Promise<Notification[]> {
  const { rows } = await sql<Columns<'notifications', 'id' | 'at' | 'kind' | 'sentence' | 'path'> & { read: boolean }>`
    select id, at, kind, sentence, path, read_at is not null as read from notifications
    where account_id = ${accountId} and user_id = ${userId} order by id desc limit ${shown}`.execute(db);
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
  const { db, accountId, userId } = tenant;
  const { numAffectedRows } = await sql`
    update notifications set read_at = now()
    where account_id = ${accountId} and user_id = ${userId} and read_at is null and (${ids ?? null}::bigint[] is null or id = any(${ids ?? null}::bigint[]))`.execute(
    db,
  );
  if (numAffectedRows) notify(tenant, 'notifications');
}
