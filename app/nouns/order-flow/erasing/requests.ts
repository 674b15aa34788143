import { sql } from 'kysely';
import { href } from 'react-router';
import { writeAudit } from '../../../../platform/audit.ts';
import type { Column, Columns } from '../../../../platform/columns.ts';
import type { Database } from '../../../../platform/db.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import { inTenant, type Tenant } from '../../../../platform/tenant.ts';
import { enqueue } from '../../../base/job-queue.ts';
import { publish } from '../../../people/notifications/publish.ts';
import { dayAt } from '../../../ui/time/day.ts';
import { hasEnded } from './ended.ts';
import { eraseOrdersOf } from './erase-buyer.ts';

type Request = Columns<'privacy_requests', 'id' | 'connection_id' | 'kind' | 'email' | 'remote_order_ids' | 'warned_at' | 'received_at'> & {
  connection: Column<'connections', 'name'>;
  timezone: Column<'accounts', 'timezone'>;
  late: boolean;
};

/** Shops have a month for it. */
const lateDays = 20;
/** Of one shop, in one transaction. */
const atOnce = 100;
const mostNamed = 20;

/** Does what buyers have asked for through their channels. What has to wait for an order to end is tried again by housekeeping. */
export async function followRequests(database: Database, accountId: number, stop: AbortSignal): Promise<void> {
  const within = <T>(work: (tenant: Tenant) => Promise<T>) => inTenant(database, { accountId, userId: null }, work);
  for (let after = 0; !stop.aborted; ) {
    const next = await within(async (tenant) => {
      const request = await nextRequest(tenant, after);
      return request && { id: request.id, more: await follow(tenant, request) };
    });
    if (!next) return;
    after = next.more ? next.id - 1 : next.id;
  }
}

/** Has those that wait tried again. */
export async function retryRequests(tenant: Tenant): Promise<void> {
  const { rows } = await sql`select from privacy_requests where ${inAccount(tenant)} and done_at is null limit 1`.execute(tenant.db);
  if (rows.length > 0) await enqueue(tenant, 'buyers:requests', {}, { queue: `buyers:${tenant.accountId}` });
}

async function nextRequest(tenant: Tenant, after: number): Promise<Request | undefined> {
  const { rows } = await sql<Request>`
    select r.id, r.connection_id, r.kind, r.email, r.remote_order_ids, r.warned_at, r.received_at, c.name as connection, a.timezone,
      r.received_at < now() - make_interval(days => ${lateDays}) as late
    from privacy_requests r join connections c on ${inAccount(tenant, 'c')} and c.id = r.connection_id
    join accounts a on a.id = r.account_id
    where ${inAccount(tenant, 'r')} and r.done_at is null and r.id > ${after} order by r.id limit 1 for update of r`.execute(tenant.db);
  return rows[0];
}

/** Returns whether there is more of the same to do now. */
async function follow(tenant: Tenant, request: Request): Promise<boolean> {
  const { kind, email, remote_order_ids: orders, connection } = request;
  if (kind !== 'erase_shop' && !email && orders.length === 0) {
    const sentence = { code: 'buyer_unnamed', connection, erases: kind === 'erase_person' } as const;
    await publish(tenant, { kind: 'buyers_data', sentence, path: href('/orders') });
    await finish(tenant, request, null);
    return false;
  }
  if (request.kind === 'person_data') {
    await tellOf(tenant, request);
    await finish(tenant, request, null);
    return false;
  }
  const isShop = request.kind === 'erase_shop';
  const bound = isShop
    ? sql`customer_name <> 'Erased' order by ${hasEnded('orders')} desc, id limit ${atOnce}`
    : sql`${ofPerson(request)} order by id`;
  const { erased, open } = await eraseOrdersOf(tenant, sql`connection_id = ${request.connection_id} and ${bound}`, { partly: isShop });
  if (erased > 0)
    await writeAudit(tenant, {
      ...{ verb: 'deleted', noun: isShop ? 'buyers of connection' : 'buyer of connection' },
      ...{ record: { id: request.connection_id, name: request.connection }, from: { orders: erased } },
    });
  if (isShop && erased > 0) return true;
  if (open === null) await finish(tenant, request, null);
  else await wait(tenant, request, open);
  return false;
}

const ofPerson = ({ email, remote_order_ids }: Request) =>
  sql`(lower(customer_email) = lower(nullif(${email}::text, '')) or remote_id = any(${remote_order_ids}::text[]))`;

/** Whose it was is forgotten with it. */
async function finish(tenant: Tenant, { id }: Request, waitsFor: string | null): Promise<void> {
  await sql`update privacy_requests set done_at = now(), email = null, remote_order_ids = '{}', waits_for = ${waitsFor}
    where ${inAccount(tenant)} and id = ${id}`.execute(tenant.db);
}

async function wait(tenant: Tenant, { id, connection, late, warned_at, received_at, timezone }: Request, order: string): Promise<void> {
  const warns = late && warned_at === null;
  await sql`update privacy_requests set waits_for = ${order}, warned_at = case when ${warns} then now() else warned_at end
    where ${inAccount(tenant)} and id = ${id}`.execute(tenant.db);
  const sentence = { code: 'erasure_waits', connection, order, day: dayAt(received_at, timezone) } as const;
  if (warns) await publish(tenant, { kind: 'buyers_data', sentence, path: `${href('/orders')}?search=${encodeURIComponent(order)}` });
}

async function tellOf(tenant: Tenant, request: Request): Promise<void> {
  const { rows } = await sql<Columns<'orders', 'order_number'>>`
    select order_number from orders where ${inAccount(tenant)} and connection_id = ${request.connection_id} and ${ofPerson(request)}
    order by id desc limit ${mostNamed}`.execute(tenant.db);
  const orders = rows.map(({ order_number }) => order_number);
  const sentence = { code: 'data_requested', connection: request.connection, orders } as const;
  await publish(tenant, { kind: 'buyers_data', sentence, path: href('/orders') });
}
