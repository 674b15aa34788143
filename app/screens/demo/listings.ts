import { sql } from 'kysely';
import type { Tenant } from '../../../platform/tenant.ts';
import { saveStockSettings } from '../../nouns/stock-out/commands.ts';

/** Packs that a shop sells of what the warehouse has singly: a person links them, and says how many units each takes. */
const packs: [sku: string, name: string][] = [
  ['85123A-PACK6', 'WHITE HANGING HEART T-LIGHT HOLDER, PACK OF SIX'],
  ['22423-PACK2', 'REGENCY CAKESTAND 3 TIER, SET OF TWO'],
];

/** What the demo's marketplace lists beside what it has sold, and a rehearsal of what it would be told of stock. */
export async function addDemoListings(tenant: Tenant, connection: { id: number; name: string }): Promise<void> {
  for (const [sku, name] of packs)
    await sql`
      insert into connector_products (account_id, connection_id, connector_product_sku, name) values (${tenant.accountId}, ${connection.id},
        ${sku}, ${name})`.execute(tenant.db);
  await saveStockSettings(tenant, connection, { mode: 'rehearsal', location_id: '1', location_name: 'Amware', buffer: 2 });
}
