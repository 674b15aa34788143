import { type RawBuilder, sql } from 'kysely';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { enqueue } from '../../base/job-queue.ts';
import { type Again, queueEffects } from '../../shared/outbox/queue.ts';
import { sendAnewOnceSettled } from '../../shared/outbox/tickets.ts';

/** Listings to tell of: those that meet a condition on `cp`, or the rows of a relation of listings. */
type Which = { meant: RawBuilder<unknown> } | { listings: RawBuilder<unknown> };

/**
 * The linked ones of these listings `cp`, where their channel is told of stock `s`. It knows nothing of an alias, nor of what it
 * lists no longer.
 */
const toldListings = (tenant: Tenant, which: Which) => sql`stock_settings s
  join connections c on ${inAccount(tenant, 'c')} and c.id = s.connection_id and c.disconnected_at is null
  join ${'listings' in which ? which.listings : sql`connector_products`} cp on ${inAccount(tenant, 'cp')}
    and cp.connection_id = s.connection_id
  where ${inAccount(tenant, 's')} and s.mode <> 'off' and cp.product_id is not null
    and cp.deleted_at is null and not cp.is_alias and ${'meant' in which ? which.meant : sql`true`}`;

/**
 * Has the channels told of these listings. Nothing happens for connections that are not told. The
 * listings are only noted here: changes of stock come from many transactions at once, which would wait for each other, or for each
 * other in a circle, if each of them touched the effect of the same listing. `anew`: they are told whatever they were told before.
 */
export async function queueStock(tenant: Tenant, which: Which, { anew = false } = {}): Promise<void> {
  const { rows } = await sql`
    with meant as materialized (select cp.id from ${toldListings(tenant, which)}),
    noted as (
      insert into stock_due (account_id, connector_product_id, anew) select ${tenant.accountId}, id, ${anew} from meant returning 1
    )
    select 1 from noted limit 1`.execute(tenant.db);
  if (rows.length > 0) await enqueueNoted(tenant);
}

/** Enqueues the job that queues what was noted. */
export const enqueueNoted = (tenant: Tenant): Promise<void> => enqueue(tenant, 'stock:queue', {}, { queue: `stock:${tenant.accountId}` });

/**
 * So that each of these listings is told again, although its channel is known to have it: those that it was told and has not settled, once
 * it has.
 */
export async function forgetTold(tenant: Tenant, meant: RawBuilder<unknown>): Promise<void> {
  await sql`
    update connector_products set stock_sent = null where ${inAccount(tenant)} and stock_sent is not null and id = any(array(
      select id from connector_products where ${inAccount(tenant)} and ${meant} order by id for no key update))`.execute(tenant.db);
  await sendAnewOnceSettled(
    tenant,
    'stock',
    sql`select connection_id, id::text from connector_products where ${inAccount(tenant)} and ${meant}`,
  );
}

/**
 * Queues the effects of these listings in this transaction. What is sent is composed when it leaves, so that the newest wins; one
 * that is queued already stays where it is. Returns how many were queued.
 */
export async function queueStockNow(
  tenant: Tenant,
  which: Which,
  { runId, again = 'when_ended' }: { runId?: number; again?: Again } = {},
): Promise<number> {
  const queued = await queueEffects(
    tenant,
    {
      kind: 'stock',
      connectionId: sql`cp.connection_id`,
      key: sql`cp.id::text`,
      userId: runId === undefined ? null : tenant.userId,
      ...(runId === undefined ? {} : { runId }),
      // In one order everywhere, so that two writers do not wait for each other.
      from: sql`${toldListings(tenant, which)} order by cp.id`,
    },
    again,
  );
  return queued.length;
}

/** Queues the effects of the listings with these ids. */
export const queueListingsNow = (tenant: Tenant, ids: readonly number[]): Promise<number> =>
  queueStockNow(tenant, listingsOf(tenant, sql`unnest(${ids}::bigint[]) as listing`, sql`id = listing`));

/** Queues the stock of these products, because something was counted, promised or given back. */
export async function queueStockOfProducts(tenant: Tenant, productIds: readonly number[]): Promise<void> {
  if (productIds.length > 0) await queueStock(tenant, linkedTo(tenant, sql`select unnest(${[...new Set(productIds)]}::bigint[])`));
}

/** The same by the warehouse's SKUs. */
export async function queueStockOfSkus(tenant: Tenant, skus: readonly string[]): Promise<void> {
  if (skus.length === 0) return;
  await queueStock(
    tenant,
    linkedTo(tenant, sql`select id from products where ${inAccount(tenant)} and sku = any(${[...new Set(skus)]}::text[])`),
  );
}

/**
 * Queues the stock of these SKUs of a connection, whatever the channel was told of them: their links changed, or it has moved that
 * quantity itself since, by what it sold or what was booked there, or lists them as others. While they were not linked nobody followed
 * what it sold.
 */
export async function queueListingsAnew(tenant: Tenant, connectionId: number, skus: readonly string[]): Promise<void> {
  if (skus.length > 0) await queueStock(tenant, ofSkus(tenant, connectionId, skus), { anew: true });
}

const ofSkus = (tenant: Tenant, connectionId: number, skus: readonly string[]) =>
  listingsOf(
    tenant,
    sql`unnest(${[...new Set(skus)]}::text[]) as sku`,
    sql`connection_id = ${connectionId} and connector_product_sku = sku`,
  );

const linkedTo = (tenant: Tenant, products: RawBuilder<unknown>) =>
  listingsOf(tenant, sql`(${products}) as product (id)`, sql`product_id = product.id`);

/**
 * The listings of each row of a relation, looked up row by row. Together with what else has to be so, the planner takes linked listings
 * for few while none were linked a moment ago, and would look through all of them for each row.
 */
const listingsOf = (tenant: Tenant, relation: RawBuilder<unknown>, condition: RawBuilder<unknown>): Which => ({
  listings: sql`(select found.* from ${relation} cross join lateral (select * from connector_products where ${inAccount(tenant)}
    and ${condition} offset 0) found)`,
});

/** Queues the stock of what a connection sells, because its location with this code is mapped to another building. */
export async function queueStockOfLocation(tenant: Tenant, connectionId: number, code: string): Promise<void> {
  await queueStock(tenant, { meant: sql`cp.connection_id = ${connectionId} and s.location_id = ${code}` });
}

/** Queues the stock of what is on these orders. */
export async function queueStockOfOrders(tenant: Tenant, orderIds: readonly number[]): Promise<void> {
  if (orderIds.length === 0) return;
  const orders = sql`select unnest(${[...new Set(orderIds)]}::bigint[])`;
  await queueStock(
    tenant,
    linkedTo(
      tenant,
      sql`select distinct l.product_id from (${orders}) as o (id)
        cross join lateral (select product_id from order_lines where ${inAccount(tenant)} and order_id = o.id offset 0) l
          where l.product_id is not null`,
    ),
  );
}

/** Does what changes the lines of these orders, or whether they count; queues the stock of what was on them before and is afterwards. */
export async function withStockUpdate<T>(tenant: Tenant, orderIds: readonly number[], change: () => Promise<T>): Promise<T> {
  await queueStockOfOrders(tenant, orderIds);
  const result = await change();
  await queueStockOfOrders(tenant, orderIds);
  return result;
}
