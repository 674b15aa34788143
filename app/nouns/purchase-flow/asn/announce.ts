import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { idsOf } from '../../../../platform/ids.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { queueEffects } from '../../../shared/outbox/queue.ts';
import { whatItStandsFor } from '../references.ts';
import { lookAgain } from './conflict.ts';
import { composeNotices, digestOf } from './notice.ts';
import { wakeAnnouncements } from './source-read.ts';
import { isReady, isReadyButForIssues, takeOver } from './take-over.ts';
import { takeBackWithdrawals, withdrawEmpty } from './withdraw.ts';

/** Announces the purchase orders that are ready to the warehouse, and tells it anew of those that say something else than it was told. */
export async function announceReady(tenant: Tenant, ids: number[]): Promise<void> {
  await takeOver(tenant, ids);
  await sql`
    insert into asns (account_id, purchase_order_id, connection_id, reference)
    select p.account_id, p.id, w.id, asn_reference(of.record, next_asn_attempt(p.account_id, of.record))
    from purchase_orders p left join connections source on ${inAccount(tenant, 'source')} and source.id = p.connection_id
    cross join lateral (select ${whatItStandsFor} as record) as of
    join connections w on ${inAccount(tenant, 'w')} and 'warehouse' = any(w.capabilities) and w.disconnected_at is null
    where ${inAccount(tenant, 'p')} and p.id = any(${ids}::bigint[]) and ${isReady(tenant)} and p.receipts_counted = 0
      and exists (select from streams s where ${inAccount(tenant, 's')} and s.connection_id = w.id and s.stream = 'asn_changes')
      and not exists (select from asns a where ${inAccount(tenant, 'a')} and a.purchase_order_id = p.id
        and a.state in ('waiting', 'announced', 'receiving', 'closed'))
    on conflict (account_id, purchase_order_id) where state in ('waiting', 'announced', 'receiving') do nothing`.execute(tenant.db);
  await queueEffects(tenant, {
    kind: 'announce',
    connectionId: sql`a.connection_id`,
    key: sql`a.id::text`,
    asnId: sql`a.id`,
    byNumber: sql`w.finds_by_number`,
    // What another connection was told may be known there: it may be the same warehouse.
    maybeDone: sql`exists (select from outbox x where ${inAccount(tenant, 'x')} and x.asn_id = a.id
      and x.connection_id <> a.connection_id)`,
    from: sql`asns a join purchase_orders p on ${inAccount(tenant, 'p')} and p.id = a.purchase_order_id
      join connections w on ${inAccount(tenant, 'w')} and w.id = a.connection_id
      where ${inAccount(tenant, 'a')} and a.purchase_order_id = any(${ids}::bigint[]) and a.state = 'waiting' and a.withdrawn_at is null`,
  });
  await withdrawEmpty(tenant, ids);
  await takeBackWithdrawals(tenant, ids, isReadyButForRefusal(tenant));
  await lookAgain(tenant, ids);
  await announceChanges(tenant, ids);
  await wakeAnnouncements(tenant, sql`xp.id = any(${ids}::bigint[])`);
}

/** That the warehouse refused to withdraw them keeps them from nothing once they are to stand. */
const isReadyButForRefusal = (tenant: Tenant) => sql`${isReadyButForIssues(tenant)} and not exists (select from issues i
  where ${inAccount(tenant, 'i')} and i.purchase_order_id = p.id and i.blocking and i.closed_at is null and i.subject <> 'withdraw')`;

/** What the warehouse was told and what the order says now differ: it is told again. */
async function announceChanges(tenant: Tenant, ids: number[]): Promise<void> {
  const { rows } = await sql<Columns<'asns', 'id'>>`
    select a.id from asns a join purchase_orders p on ${inAccount(tenant, 'p')} and p.id = a.purchase_order_id
    where ${inAccount(tenant, 'a')} and a.purchase_order_id = any(${ids}::bigint[]) and a.state in ('announced', 'receiving')
      and a.withdrawn_at is null and ${isReady(tenant)}
      -- What is being announced says it anyway.
      and not exists (select from outbox x where ${inAccount(tenant, 'x')} and x.asn_id = a.id and x.kind = 'announce'
        and x.state in ('waiting', 'sending'))`.execute(tenant.db);
  const notices = await composeNotices(tenant, idsOf(rows));
  const changed = [...notices.values()].flatMap(({ asn, notice }) => (digestOf(notice) === asn.digest ? [] : [asn.id]));
  if (changed.length === 0) return;
  await queueEffects(
    tenant,
    {
      kind: 'announce_change',
      connectionId: sql`a.connection_id`,
      key: sql`a.id::text`,
      asnId: sql`a.id`,
      from: sql`asns a where ${inAccount(tenant, 'a')} and a.id = any(${changed}::bigint[])`,
    },
    'unless_sending',
  );
}
