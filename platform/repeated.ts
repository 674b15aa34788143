import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Columns } from './columns.ts';
import { inAccount } from './in-account.ts';
import type { Tenant } from './tenant.ts';

/** A second click, or a request that is sent again because its reply was lost, comes within this time. */
const withinSeconds = 60;
const keptHours = 1;

/** `name` and `body` tell requests apart. `isAsLeft`: whether what the first one made is still so, by its reply. */
type Repeatable<Reply> = { name: string; body: unknown; isAsLeft?: (reply: Reply) => Promise<boolean> };

/**
 * Does the work of a request that adds something, unless the same person asked for the very same within the last minute: then returns what
 * that one replied. The second of two at once waits for the first. `Reply` is kept as JSON.
 */
export async function unlessRepeated<Reply>(tenant: Tenant, request: Repeatable<Reply>, work: () => Promise<Reply>): Promise<Reply> {
  if (tenant.userId === null) return work();
  const digest = createHash('sha256')
    .update(JSON.stringify([request.name, request.body]))
    .digest('hex');
  const { rows } = await sql<Columns<'recent_requests', 'reply'> & { is_recent: boolean }>`
    with asked as (
      insert into recent_requests (account_id, user_id, digest) values (${tenant.accountId}, ${tenant.userId}, ${digest})
      on conflict (account_id, user_id, digest) do update set user_id = excluded.user_id
      returning reply, at
    )
    select reply, at > now() - make_interval(secs => ${withinSeconds}) as is_recent from asked`.execute(tenant.db);
  const [earlier] = rows;
  if (earlier?.is_recent && earlier.reply !== null) {
    const reply = earlier.reply as Reply;
    if (!request.isAsLeft || (await request.isAsLeft(reply))) return reply;
  }
  const reply = await work();
  await sql`update recent_requests set reply = ${JSON.stringify(reply)}::jsonb, at = now()
    where ${inAccount(tenant)} and user_id = ${tenant.userId} and digest = ${digest}`.execute(tenant.db);
  return reply;
}

export async function deleteOldRequests(tenant: Tenant): Promise<void> {
  await sql`delete from recent_requests where ${inAccount(tenant)} and at < now() - make_interval(hours => ${keptHours})`.execute(
    tenant.db,
  );
}
