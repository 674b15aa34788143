import { sql } from 'kysely';
import { writeAudit } from '../../../platform/audit.ts';
import type { Column, Columns } from '../../../platform/columns.ts';
import { notify } from '../../../platform/events.ts';
import { existing, refuse } from '../../../platform/http/refusal.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { finishRun, startRun } from '../../shared/runs/commands.ts';
import type { StockSettings } from './contract.ts';
import { countAliases, readStockSettings } from './queries.ts';
import { forgetTold, queueStock, queueStockNow } from './queue.ts';

type Connection = { id: number; name: string };

/** Where a channel was told of stock before, and how many products it goes on to sell from there. */
type FormerLocation = { name: string; products: number };

/**
 * Saves how a channel is told of stock. Whatever it was told before, it is told anew. Returns its former location where that has stock: a
 * person sets that to 0 there, since the channel sells it twice otherwise.
 */
export async function saveStockSettings(tenant: Tenant, connection: Connection, settings: StockSettings): Promise<FormerLocation | null> {
  const from = await readStockSettings(tenant, connection.id);
  const { mode, buffer } = settings;
  // What is switched off remembers where: its location goes on to sell.
  const { location_id, location_name } = mode === 'off' && settings.location_id === null ? from : settings;
  await sql`
    insert into stock_settings (account_id, connection_id, mode, location_id, location_name, buffer)
    values (${tenant.accountId}, ${connection.id}, ${mode}, ${location_id}, ${location_name}, ${buffer})
    on conflict (account_id, connection_id) do update set mode = excluded.mode, location_id = excluded.location_id,
      location_name = excluded.location_name, buffer = excluded.buffer`.execute(tenant.db);
  await writeAudit(tenant, { verb: 'changed', noun: 'stock settings', record: connection, from, to: settings });
  const former = location_id !== null && from.location_id !== location_id ? await toldAt(tenant, connection.id, from) : null;
  const anew = from.mode !== mode || from.location_id !== location_id;
  const isOnlyOff = mode === 'off' && from.mode !== 'rehearsal' && from.location_id === location_id;
  if (anew && !isOnlyOff) await forgetTold(tenant, sql`connection_id = ${connection.id}`);
  await queueStock(tenant, { meant: sql`cp.connection_id = ${connection.id}` }, { anew });
  notify(tenant, 'stock');
  return former;
}

async function toldAt(
  tenant: Tenant,
  connectionId: number,
  { mode, location_id, location_name }: StockSettings,
): Promise<FormerLocation | null> {
  // What was rehearsed was not sent.
  if (mode === 'rehearsal' || location_id === null) return null;
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from connector_products
    where ${inAccount(tenant)} and connection_id = ${connectionId} and stock_sent > 0`.execute(tenant.db);
  const products = rows[0]?.n ?? 0;
  return products === 0 ? null : { name: location_name ?? location_id, products };
}

/** `aliases`: linked, and left out. */
type Pushed = { runId: number; total: number; aliases: number; mode: StockSettings['mode'] };

/** Tells a channel the stock of all linked products that it lists, as a run; joins one that runs. @throws Refusal 409 where that is off */
export async function pushAll(tenant: Tenant, connection: Connection): Promise<Pushed> {
  const { mode } = await readStockSettings(tenant, connection.id);
  if (mode === 'off') throw refuse(409, 'stock_off', `${connection.name} is not sent stock. Switch that on first.`);
  const { rows } = await sql<Columns<'runs', 'id' | 'total'>>`
    select id, total from runs where ${inAccount(tenant)} and connection_id = ${connection.id} and kind = 'bulk'
      and subject ->> 'code' = 'stock' and state = 'running'
      and exists (select from outbox x where ${inAccount(tenant, 'x')} and x.run_id = runs.id and x.state in ('waiting', 'sending'))
        order by id desc limit 1`.execute(tenant.db);
  const aliases = await countAliases(tenant, connection.id);
  const [running] = rows;
  if (running) return { runId: running.id, total: running.total ?? 0, aliases, mode };
  await forgetTold(tenant, sql`connection_id = ${connection.id}`);
  const runId = await startRun(tenant, { kind: 'bulk', subject: { code: 'stock' }, connectionId: connection.id });
  const total = await queueStockNow(tenant, { meant: sql`cp.connection_id = ${connection.id}` }, { runId, again: 'unless_sending' });
  await sql`update runs set total = ${total} where ${inAccount(tenant)} and id = ${runId}`.execute(tenant.db);
  if (total === 0) await finishRun(tenant, runId, 'done', { code: 'nothing_linked', aliases });
  await writeAudit(tenant, { verb: 'changed', noun: 'stock at a channel', record: connection, to: { told: total } });
  return { runId, total, aliases, mode };
}

/** Keeps units of a product back from one channel. @throws Refusal 404 */
export async function saveBuffer(tenant: Tenant, listingId: number, buffer: number | null): Promise<void> {
  const { rows } = await sql<
    Columns<'connector_products', 'connector_product_sku'> & { before: Column<'connector_products', 'stock_buffer'> }
  >`
    update connector_products set stock_buffer = ${buffer} where ${inAccount(tenant)} and id = ${listingId} and deleted_at is null
    returning old.stock_buffer as before, connector_product_sku`.execute(tenant.db);
  const saved = existing(rows[0], 'This product does not exist.');
  await writeAudit(tenant, {
    ...{ verb: 'changed', noun: 'stock buffer', record: { id: listingId, name: saved.connector_product_sku } },
    ...{ from: { buffer: saved.before }, to: { buffer } },
  });
  await queueStock(tenant, { meant: sql`cp.id = ${listingId}` });
}
