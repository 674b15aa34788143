import { sql } from 'kysely';
import type { Notice } from '../../../../connectors/contract.ts';
import { refuse } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { enqueue } from '../../../base/job-queue.ts';

/** With more requests of buyers waiting than this, further ones are refused until later. */
const waitingBound = 1_000;
/** Of one buyer. */
const [mostOrders, longestEmail] = [1_000, 320];

/** Keeps what a delivery says beside its hints, each once however often it comes, and has it done. @throws Refusal 429 */
export async function takeNotices(tenant: Tenant, { id }: { id: number }, notices: readonly Notice[]): Promise<void> {
  for (const notice of notices)
    if (notice.kind === 'uninstalled')
      await enqueue(tenant, 'connections:uninstalled', { connectionId: id }, { key: `uninstalled:${tenant.accountId}:${id}` });
    else await keepRequest(tenant, id, notice);
}

async function keepRequest(tenant: Tenant, connectionId: number, notice: Exclude<Notice, { kind: 'uninstalled' }>): Promise<void> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from (select from privacy_requests where ${inAccount(tenant)} and connection_id = ${connectionId}
      and done_at is null limit ${waitingBound}) as waiting`.execute(tenant.db);
  if ((rows[0]?.waiting ?? 0) >= waitingBound)
    throw refuse(429, 'too_many', 'Too many requests of buyers are waiting. Send it again later.', { 'retry-after': '300' });
  const { email, remoteOrderIds } = 'person' in notice ? notice.person : { email: null, remoteOrderIds: [] };
  const { numAffectedRows = 0n } = await sql`
    insert into privacy_requests (account_id, connection_id, delivery_id, kind, email, remote_order_ids)
    values (${tenant.accountId}, ${connectionId}, ${notice.id}, ${notice.kind}, ${email?.slice(0, longestEmail) ?? null},
      ${remoteOrderIds.slice(0, mostOrders)}::text[])
    on conflict do nothing`.execute(tenant.db);
  if (numAffectedRows > 0n) await enqueue(tenant, 'buyers:requests', {}, { queue: `buyers:${tenant.accountId}` });
}
