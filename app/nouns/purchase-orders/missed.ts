import { sql } from 'kysely';
import type { Columns } from '../../../platform/columns.ts';
import { idsOf } from '../../../platform/ids.ts';
import { inAccount } from '../../../platform/in-account.ts';
import { lockOf } from '../../../platform/locks.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { enqueueAll } from '../../base/job-queue.ts';
import { rereadSubject } from '../../shared/issues/types/purchase-orders.ts';
import { leftBehind } from '../purchase-flow/asn/take-over.ts';
import { unanswered } from '../purchase-flow/asn/withdraw.ts';
import { cutOff } from '../purchase-flow/counting/close.ts';
import { cutOffBookings } from '../purchase-flow/receipts/record-outcome.ts';
import { enqueuePurchaseCheck } from '../purchase-flow/recheck.ts';

const most = 1_000;
/** So many at a sweep: each is a request. */
const mostRereads = 20;

/**
 * Enqueues the check of purchase orders that were missed: changed and not checked since, ready to be announced and not, because no
 * warehouse was connected, or waiting for receipts or a reply of a warehouse, or for a source, that is disconnected. Those that have to be
 * read again from their source are.
 */
export async function recheckMissedPurchases(tenant: Tenant): Promise<void> {
  const { rows } = await sql<Columns<'purchase_orders', 'id'>>`
    (select id from purchase_orders where ${inAccount(tenant)} and checked_at is null and created_at < now() - interval '30 seconds'
      limit ${most})
    union
    (select p.id from purchase_orders p where ${inAccount(tenant, 'p')} and p.status = 'pending' and p.deleted_at is null
      and p.archived_at is null
      and p.source_state = 'open' and p.blocking_issues = 0 and not p.locked and p.checked_at < now() - interval '30 seconds'
        and p.warehouse_reference_number is null
      and not exists (select from asns a where ${inAccount(tenant, 'a')} and a.purchase_order_id = p.id
        and a.state in ('waiting', 'announced', 'receiving', 'closed'))
      and exists (select from connections w where ${inAccount(tenant, 'w')}
        and 'warehouse' = any(w.capabilities) and w.disconnected_at is null)
      and exists (select from purchase_order_lines l where ${inAccount(tenant, 'l')} and l.purchase_order_id = p.id
        and l.quantity > l.received_before)
    order by p.ordered_at desc limit ${most})
    union
    -- Announced to a warehouse that was disconnected, before another was connected.
    (select p.id from ${leftBehind(tenant)} and a.state in ('waiting', 'announced', 'receiving')
      and p.checked_at < now() - interval '30 seconds' limit ${most})
    union
    -- Their receipts were stored while their announcement became known.
    (select a.purchase_order_id from receipts r join asns a on ${inAccount(tenant, 'a')} and a.connection_id = r.connection_id
      and a.remote_id = r.asn_id
      where ${inAccount(tenant, 'r')} and r.purchase_order_id is null limit ${most})
    union
    -- The same of what was sent out again.
    (select a.purchase_order_id from fulfilments f join asns a on ${inAccount(tenant, 'a')} and a.connection_id = f.connection_id
      and a.remote_id = f.asn_id
      where ${inAccount(tenant, 'f')} and f.purchase_order_id is null limit ${most})
    union
    (select a.purchase_order_id from ${cutOff(tenant)} limit ${most})
    union
    (select a.purchase_order_id from ${unanswered(tenant)} limit ${most})
    union
    (select b.purchase_order_id from ${cutOffBookings(tenant)} limit ${most})`.execute(tenant.db);
  await enqueuePurchaseCheck(tenant, idsOf(rows));
  await enqueueRereads(tenant, false);
  await foldTallies(tenant);
}

/** One row for each kind of purchase order, in place of one for each change. Whoever comes while another does it has nothing to do. */
async function foldTallies(tenant: Tenant): Promise<void> {
  const { rows: locked } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(${lockOf('foldedPurchases', tenant.accountId)}) as mine`.execute(tenant.db);
  if (!locked[0]?.mine) return;
  await sql`
    with deleted as (delete from purchase_order_tallies where ${inAccount(tenant)} returning status, archived, has_issue, n),
    sums as materialized (select status, archived, has_issue, sum(n) as n from deleted group by 1, 2, 3 having sum(n) <> 0),
    folded as (
      insert into purchase_order_tallies (account_id, status, archived, has_issue, n)
      select ${tenant.accountId}, status, archived, has_issue, n from sums returning 1
    )
    select count(*) from folded`.execute(tenant.db);
}

/**
 * Reads purchase orders again that have to be, of sources that can be asked; with `refused` those that their source did not give. Some of
 * them, whichever, so that those which are never read keep no others waiting.
 */
export async function enqueueRereads(tenant: Tenant, refused: boolean): Promise<void> {
  const { accountId } = tenant;
  const { rows } = await sql<Columns<'purchase_orders', 'id'>>`
    select p.id from purchase_orders p join connections c on ${inAccount(tenant, 'c')} and c.id = p.connection_id
      and c.state = 'active' and (c.blocked_until is null or c.blocked_until <= now())
    where ${inAccount(tenant, 'p')} and p.must_reread and not p.locked and p.deleted_at is null
      and exists (select from issues i where ${inAccount(tenant, 'i')} and i.purchase_order_id = p.id and i.type = 'unreadable'
        and i.subject = ${rereadSubject} and i.closed_at is null) = ${refused}
    order by random() limit ${mostRereads}`.execute(tenant.db);
  await enqueueAll(
    tenant,
    rows.map(({ id }) => ({ name: 'purchase-orders:reread', payload: { accountId, id }, key: `reread-purchase:${accountId}:${id}` })),
  );
}
