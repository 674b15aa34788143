import { sql } from 'kysely';
import type { Connector, Settings } from '../../../../connectors/contract.ts';
import { sharedKeys } from '../../../../connectors/http/identity.ts';
import { capabilitiesOf, credentialOf } from '../../../../connectors/settings.ts';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import { lockOf } from '../../../../platform/locks.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { unlessTaken } from '../../../../platform/unless-taken.ts';
import { enqueue } from '../../../base/job-queue.ts';
import type { StreamName } from '../../../base/stream-names.ts';
import { wakeOutbox } from '../../outbox/queue.ts';
import { oneWarehouse } from '../streams/fit.ts';
import { forgetCounts } from '../streams/forget-counts.ts';
import { lockStreams } from '../streams/lock.ts';
import { everOf, type Whose } from './identity.ts';

/**
 * The disconnected connection that credentials belong to: it is taken up, with its orders and mappings, so that no order is imported as
 * another one and sent again. Of several the one that was disconnected last; what the others have is known by intake/elsewhere.ts. One
 * from before identities were stored is known by its very credential.
 */
export function earlierOf(others: Whose[], keys: string[], connector: Connector, settings: Settings): Whose | undefined {
  const credential = credentialOf(connector, settings);
  const gone = others.filter(({ disconnected_at }) => disconnected_at !== null);
  return gone.find((each) => (everOf(each).length > 0 ? sharedKeys(keys, everOf(each)).length > 0 : each.credential === credential));
}

/** What a person wants from a date on. The other streams go on from where they were. */
const dated: StreamName[] = ['orders', 'purchase_orders'];

/**
 * Makes a disconnected connection a live one again. Its streams go on from where they stopped, so that what changed since is known
 * before anything leaves, or begin at `since` where that is earlier. Orders that are not known come in as from a new connection: when
 * they changed since then.
 */
export async function takeUp(
  tenant: Tenant,
  { id, disconnected_at }: Whose,
  { connector, name, slug, since }: { connector: Connector; name: string; slug: string; since: Date },
): Promise<{ id: number; slug: string }> {
  const isRead = capabilitiesOf(connector).includes('orders') && !connector.byCall;
  await lockStreams(tenant, id);
  await waitForAhead(tenant, id);
  // Before the connection: whoever has an order may refer to that in a moment, as an issue does.
  if (isRead) await doubtWaiting(tenant, id);
  await forgetCounts(tenant, id);
  const written = sql<Columns<'connections', 'id' | 'slug'>>`
    update connections set name = ${name}, slug = ${slug}, state = 'active', disconnected_at = null, failures_in_a_row = 0,
      blocked_until = null, sign_off = null, sign_off_consent = null, signing_off_at = null,
      last_ok_at = null, last_failure = null, last_failure_at = null, forbidden = '{}',
      hints_base = null, hints_told_at = null, hints_tried_at = null,
      hints_failure = null, catches_up = ${isRead}, orders_since = ${since}, finds_sold_before = now()
    where ${inAccount(tenant)} and id = ${id} returning id, slug`.execute(tenant.db);
  const { rows } = await unlessTaken('connections_one_warehouse', written, () => oneWarehouse('Another warehouse'));
  if (disconnected_at && since < disconnected_at)
    await sql`
      update streams set cursor = null, since = ${since}
      where ${inAccount(tenant)} and connection_id = ${id} and stream = any(${dated}::text[])`.execute(tenant.db);
  await tellStockAgain(tenant, id);
  return rows[0] as { id: number; slug: string };
}

/** Orders that are being stored ahead of their page are there afterwards. */
const waitForAhead = (tenant: Tenant, id: number) => sql`select pg_advisory_xact_lock(${lockOf('ahead', id)})`.execute(tenant.db);

/** Nobody knows whether the channel still has those that wait: they are looked up before they leave. */
const doubtWaiting = (tenant: Tenant, id: number) =>
  sql`
    with waiting as (
      select id from orders where ${inAccount(tenant)} and connection_id = ${id} and order_status in ('pending', 'error')
      order by id for no key update
    )
    update orders o set seen_at = 'epoch' from waiting where ${inAccount(tenant, 'o')} and o.id = waiting.id`.execute(tenant.db);

/** The channel may have been given other quantities since. */
async function tellStockAgain(tenant: Tenant, id: number): Promise<void> {
  const { numAffectedRows = 0n } = await sql`
    with told as materialized (
      select cp.id from connector_products cp join stock_settings s on ${inAccount(tenant, 's')} and s.connection_id = cp.connection_id
      where ${inAccount(tenant, 'cp')} and cp.connection_id = ${id} and s.mode <> 'off' and cp.product_id is not null and not cp.is_alias
    )
    insert into stock_due (account_id, connector_product_id, anew)
    select ${tenant.accountId}, told.id, true from told returning 1`.execute(tenant.db);
  if (numAffectedRows > 0n) await enqueue(tenant, 'stock:queue', {}, { queue: `stock:${tenant.accountId}` });
}

/** What changed since is known: what is ready may leave, and stock be told. Housekeeping releases orders. */
export async function endCatchingUp(tenant: Tenant, id: number): Promise<void> {
  const { rows } = await sql`
    update connections set catches_up = false where ${inAccount(tenant)} and id = ${id} and catches_up returning id`.execute(tenant.db);
  if (rows.length > 0) await wakeOutbox(tenant, [id]);
}
