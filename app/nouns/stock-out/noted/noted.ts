import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import type { Database } from '../../../../platform/db.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import { type Tenant, withoutPerson } from '../../../../platform/tenant.ts';
import { enqueueNoted, forgetTold, queueListingsNow } from '../queue.ts';

/** Noted listings whose effects are queued in one transaction. */
const atOnce = 5_000;

/** Queues the effects of all listings that were noted. */
export async function queueNotedStock(database: Database, accountId: number, stop: AbortSignal): Promise<void> {
  for (let taken = atOnce; taken === atOnce && !stop.aborted; ) taken = await withoutPerson(database, accountId, queueSomeNoted);
}

/**
 * The same of as many as fit one transaction, in that of the caller. Returns how many were noted. What is being sent was composed before
 * its listing was noted: it stays noted until that has ended, see `queueNotedSince`.
 */
export async function queueSomeNoted(tenant: Tenant): Promise<number> {
  const { rows } = await sql<Columns<'stock_due', 'connector_product_id' | 'anew'>>`
    delete from stock_due where ${inAccount(tenant)}
      and id in (select id from stock_due where ${inAccount(tenant)} order by id limit ${atOnce})
    returning connector_product_id, anew`.execute(tenant.db);
  const anew = new Set(rows.flatMap((row) => (row.anew ? row.connector_product_id : [])));
  const noted = [...new Set(rows.map(({ connector_product_id }) => connector_product_id))];
  const sending = await lockSending(tenant, noted);
  await noteAgain(tenant, [...sending], anew);
  const ids = noted.filter((id) => !sending.has(id));
  const forgotten = ids.filter((id) => anew.has(id));
  if (forgotten.length > 0) await forgetTold(tenant, sql`id = any(${forgotten}::bigint[])`);
  if (ids.length > 0) await queueListingsNow(tenant, ids);
  return rows.length;
}

/** Which of these listings are being told. Nobody claims their effects, or records what became of them, until the transaction ends. */
async function lockSending(tenant: Tenant, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<Columns<'outbox', 'key' | 'state'>>`
    with listing as materialized (
      select connection_id, id::text as key from connector_products where ${inAccount(tenant)} and id = any(${ids}::bigint[])
    )
    select o.key, o.state from listing
    join outbox o on ${inAccount(tenant, 'o')} and o.connection_id = listing.connection_id and o.kind = 'stock' and o.key = listing.key
    where o.state in ('waiting', 'sending') order by o.id for no key update of o`.execute(tenant.db);
  return new Set(rows.flatMap(({ key, state }) => (state === 'sending' ? Number(key) : [])));
}

async function noteAgain(tenant: Tenant, ids: readonly number[], anew: ReadonlySet<number>): Promise<void> {
  if (ids.length === 0) return;
  await sql`insert into stock_due (account_id, connector_product_id, anew)
    select ${tenant.accountId}, * from unnest(${ids}::bigint[], ${ids.map((id) => anew.has(id))}::boolean[])
    returning 1`.execute(tenant.db);
}

/** Queues what was noted of these listings while they were told. Call it where what became of that is recorded. */
export async function queueNotedSince(tenant: Tenant, ids: readonly number[]): Promise<void> {
  const { rows } = await sql`select from stock_due where ${inAccount(tenant)}
    and connector_product_id = any(${ids}::bigint[]) limit 1`.execute(tenant.db);
  if (rows.length > 0) await enqueueNoted(tenant);
}
