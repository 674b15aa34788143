import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Column, Columns } from '../../../platform/columns.ts';
import { openDatabase } from '../../../platform/db.ts';
import { inAccount } from '../../../platform/in-account.ts';
import { inTenant, type Tenant } from '../../../platform/tenant.ts';
import { linkProduct } from '../../nouns/links/saving/commands.ts';
import { saveStockSettings } from '../../nouns/stock-out/commands.ts';
import { openDirectory } from '../../people/accounts/people/directory.ts';
import { demoAccount } from './people.ts';
import { enterOrders, stockItem } from './sandbox-control.ts';
import { existingAccount } from './seed.ts';

const everyMs = 2_000;
const patienceMs = 120_000;

const firstOrder = 'NW-GLOBE-1';
/** There are six of it: the first of two orders takes four, the second wants five. */
const scarce = { sku: 'GLOBE-24', name: 'SNOW GLOBE WITH LIGHTS 24CM', units: 6 };
/** The marketplace does not have it yet, so it refuses its stock. */
const pack = { sku: '85123A-PACK6', of: '85123A', units: 6 };

type Place = { databaseUrl: string; sandboxOrigin: string };

/**
 * Shows the demo's stock in use, once, as soon as the warehouse has counted it: weeks of history, a marketplace that is told of it
 * and refuses one product, and an order that another one left too little for. `isOver` says when nobody waits for it any longer.
 */
export async function addStockExamples({ databaseUrl, sandboxOrigin }: Place, isOver: () => boolean): Promise<void> {
  const database = openDatabase({ url: databaseUrl, connections: 1, name: 'crossdock-demo' });
  const directory = openDirectory(databaseUrl, 1);
  try {
    const accountId = (await existingAccount(directory)) ?? 0;
    const { people } = await demoAccount(directory, accountId);
    const actor = { accountId, userId: people.get('jonas@demo.crossdock')?.id ?? null };
    const isKnown = (condition: typeof counted) =>
      inTenant(database, actor, async ({ db }) => (await condition(accountId).execute(db)).rows.length > 0);
    if (await isKnown(ordered)) return;
    await stockItem(sandboxOrigin, scarce);
    for (const until = Date.now() + patienceMs; !(await isKnown(counted)); await pause(everyMs)) if (isOver() || Date.now() > until) return;
    await inTenant(database, actor, async (tenant) => {
      await addHistory(tenant);
      await tellMarketplace(tenant);
    });
    await enterOrders(sandboxOrigin, [wanting(firstOrder, 4), wanting('NW-GLOBE-2', 5)]);
  } finally {
    await Promise.all([database.close(), directory.close()]);
  }
}

const wanting = (orderNumber: string, quantity: number) => ({
  ...{ orderNumber, serviceCode: 'rm_tracked_24' },
  items: [{ sku: scarce.sku, name: scarce.name, quantity, unitPrice: '24.50' }],
});

const ordered = (accountId: number) => sql`select from orders where ${inAccount({ accountId })} and source_order_number = ${firstOrder}`;
const counted = (accountId: number) => sql`
  select from products where ${inAccount({ accountId })} and sku = ${scarce.sku} and stock_taken_at is not null
    and exists (select from products p where ${inAccount({ accountId }, 'p')} and p.sku = ${pack.of} and p.stock_taken_at is not null)`;

/** Six weeks of some products, back from what is there now: a little less each day, until a delivery comes. Nothing moves on Sundays. */
async function addHistory(tenant: Tenant): Promise<void> {
  await sql`
    insert into stock_changes (account_id, connection_id, sku, warehouse, location, lot, on_hand, allocated, on_hold, available, taken_at)
    select l.account_id, l.connection_id, l.sku, l.warehouse, l.location, l.lot, past.on_hand, 0, l.on_hold, past.on_hand - l.on_hold,
      day.at
    from stock_levels l
    cross join lateral (select d, date_trunc('day', now()) - make_interval(days => d) + interval '17 hours' as at from generate_series(1,
      42) as d) as day
    cross join lateral (select l.on_hand + greatest(l.on_hand / 40, 1) * (day.d % 12) + l.on_hand * (day.d % 5) / 100 as on_hand) as past
    where ${inAccount(tenant, 'l')} and extract(isodow from day.at) < 7 and (l.sku = ${pack.of} or l.sku in (
      select sku from products where ${inAccount(tenant)} and in_stock > 100 order by id limit 8))
    order by day.at returning 1`.execute(tenant.db);
}

async function tellMarketplace(tenant: Tenant): Promise<void> {
  const { rows } = await sql<Columns<'connections', 'id' | 'name'> & { product_id: Column<'products', 'id'> }>`
    select c.id, c.name, p.id as product_id from connections c join products p on ${inAccount(tenant, 'p')} and p.sku = ${pack.of}
    where ${inAccount(tenant, 'c')} and c.connector = 'channel_advisor' and c.disconnected_at is null`.execute(tenant.db);
  const [channel] = rows;
  if (!channel) return;
  const { id, name, product_id: productId } = channel;
  await linkProduct(tenant, { connectionId: id, sku: pack.sku, productId, units: pack.units });
  await saveStockSettings(tenant, { id, name }, { mode: 'on', location_id: '1', location_name: 'Amware', buffer: 2 });
}
