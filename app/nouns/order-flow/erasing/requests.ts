import { type RawBuilder, sql } from 'kysely';
import { href } from 'react-router';
import { writeAudit } from '../../../../platform/audit.ts';
import type { Column, Columns } from '../../../../platform/columns.ts';
import type { Database } from '../../../../platform/db.ts';
import { inAccount, type OfAccount } from '../../../../platform/in-account.ts';
import { type Tenant, withoutPerson } from '../../../../platform/tenant.ts';
import { enqueue } from '../../../base/job-queue.ts';
import { publish } from '../../../people/notifications/publish.ts';
import { dayAt } from '../../../ui/time/day.ts';
import { hasEnded } from './ended.ts';
import { eraseBuyersOf, type Open, ofEmail } from './erase-buyer.ts';
import { eraseShop } from './erase-shop.ts';

type Request = Columns<
  'privacy_requests',
  'id' | 'connection_id' | 'kind' | 'email' | 'remote_order_ids' | 'erased_to' | 'warned_at' | 'received_at'
> & {
  connection: Column<'connections', 'name'>;
  timezone: Column<'accounts', 'timezone'>;
  late: boolean;
};

/** Shops have a month for it. */
const lateDays = 20;
const mostNamed = 20;

/** Does what buyers have asked for through their channels. What has to wait for an order to end is tried again by housekeeping. */
export async function followRequests(database: Database, accountId: number, stop: AbortSignal): Promise<void> {
  const within = <T>(work: (tenant: Tenant) => Promise<T>) => withoutPerson(database, accountId, work);
  for (let after = 0; !stop.aborted; ) {
    const next = await within(async (tenant) => {
      const request = await nextRequest(tenant, after);
      return request && { id: request.id, more: await follow(tenant, request) };
    });
    if (!next) return;
    after = next.more ? next.id - 1 : next.id;
  }
}

/** Has those tried again of which something can be done by now. */
export async function retryRequests(tenant: Tenant): Promise<void> {
  const { rows } = await sql`select from privacy_requests r where ${inAccount(tenant, 'r')} and ${isToDo(tenant)} limit 1`.execute(
    tenant.db,
  );
  if (rows.length > 0) await enqueue(tenant, 'buyers:requests', {}, { queue: `buyers:${tenant.accountId}` });
}

/**
 * It is new, the order that it waited for has ended, or people are to be told that it waits for long. A shop that is erased waits for
 * many orders, so it is looked at once a day, too.
 */
const isToDo = (tenant: OfAccount): RawBuilder<boolean> => sql<boolean>`r.done_at is null and (r.waits_for is null
  or exists (select from orders o where ${inAccount(tenant, 'o')} and o.id = r.waits_for and ${hasEnded('o')})
  or (${isLate} and r.warned_at is null) or (r.kind = 'erase_shop' and r.tried_at < now() - interval '1 day'))`;
const isLate = sql`r.received_at < now() - make_interval(days => ${lateDays})`;

async function nextRequest(tenant: Tenant, after: number): Promise<Request | undefined> {
  const { rows } = await sql<Request>`
    select r.id, r.connection_id, r.kind, r.email, r.remote_order_ids, r.erased_to, r.warned_at, r.received_at, c.name as connection,
      a.timezone, ${isLate} as late
    from privacy_requests r join connections c on ${inAccount(tenant, 'c')} and c.id = r.connection_id
    join accounts a on a.id = r.account_id
    where ${inAccount(tenant, 'r')} and ${isToDo(tenant)} and r.id > ${after} order by r.id limit 1 for update of r`.execute(tenant.db);
  return rows[0];
}

/** Returns whether there is more of the same to do now. */
async function follow(tenant: Tenant, request: Request): Promise<boolean> {
  const { kind, email, remote_order_ids: orders, connection } = request;
  if (kind !== 'erase_shop' && !email && orders.length === 0) {
    const sentence = { code: 'buyer_unnamed', connection, erases: kind === 'erase_person' } as const;
    await publish(tenant, { kind: 'buyers_data', sentence, path: href('/orders') });
    await finish(tenant, request);
    return false;
  }
  if (kind === 'person_data') {
    await tellOf(tenant, request);
    await finish(tenant, request);
    return false;
  }
  const { erased, open, to } = await erase(tenant, request);
  await writeErased(tenant, request, erased);
  if (to > 0) await sql`update privacy_requests set erased_to = ${to} where ${inAccount(tenant)} and id = ${request.id}`.execute(tenant.db);
  if (to > 0 || (kind === 'erase_person' && erased > 0)) return true;
  if (open === null) await finish(tenant, request);
  else await wait(tenant, request, open);
  return false;
}

/** `to`: it goes on behind that order. */
async function erase(tenant: Tenant, request: Request): Promise<{ erased: number; open: Open | null; to: number }> {
  const { kind, connection_id: connectionId, received_at: before, erased_to: after } = request;
  if (kind === 'erase_shop') return eraseShop(tenant, { connectionId, before, after });
  const done = await eraseBuyersOf(tenant, sql`o.connection_id = ${connectionId} and ${ofPerson(request)}`);
  return { ...done, to: 0 };
}

async function writeErased(tenant: Tenant, { kind, connection_id, connection }: Request, erased: number): Promise<void> {
  if (erased === 0) return;
  const noun = kind === 'erase_shop' ? 'buyers of connection' : 'buyer of connection';
  await writeAudit(tenant, { verb: 'deleted', noun, record: { id: connection_id, name: connection }, from: { orders: erased } });
}

const ofPerson = ({ email, remote_order_ids }: Request) => sql`(${ofEmail(email)} or o.remote_id = any(${remote_order_ids}::text[]))`;

/** Whose it was is forgotten with it. */
async function finish(tenant: Tenant, { id }: Request): Promise<void> {
  await sql`update privacy_requests set done_at = now(), email = null, remote_order_ids = '{}', waits_for = null
    where ${inAccount(tenant)} and id = ${id}`.execute(tenant.db);
}

async function wait(tenant: Tenant, { id, connection, late, warned_at, received_at, timezone }: Request, open: Open): Promise<void> {
  const warns = late && warned_at === null;
  await sql`update privacy_requests set waits_for = ${open.id}, tried_at = now(), erased_to = 0,
      warned_at = (select case when ${warns} then now() else warned_at end)
    where ${inAccount(tenant)} and id = ${id}`.execute(tenant.db);
  const order = open.order_number;
  const sentence = { code: 'erasure_waits', connection, order, day: dayAt(received_at, timezone) } as const;
  if (warns) await publish(tenant, { kind: 'buyers_data', sentence, path: `${href('/orders')}?search=${encodeURIComponent(order)}` });
}

async function tellOf(tenant: Tenant, request: Request): Promise<void> {
  const { rows } = await sql<Columns<'orders', 'order_number'>>`
    select o.order_number from orders o where ${inAccount(tenant, 'o')} and o.connection_id = ${request.connection_id}
      and ${ofPerson(request)} order by o.id desc limit ${mostNamed}`.execute(tenant.db);
  const orders = rows.map(({ order_number }) => order_number);
  const sentence = { code: 'data_requested', connection: request.connection, orders } as const;
  await publish(tenant, { kind: 'buyers_data', sentence, path: href('/orders') });
}
