import { sql } from 'kysely';
import type { Columns } from '../../../platform/columns.ts';
import { invalid } from '../../../platform/http/refusal.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { needsShop } from './scopes.ts';

export type KeyShop = Columns<'connections', 'id' | 'name'>;

/** The connections that a key can sell for: those whose other side calls us. */
export async function listShops(tenant: Tenant): Promise<KeyShop[]> {
  const { rows } = await sql<KeyShop>`
    select id, name from connections where ${inAccount(tenant)} and disconnected_at is null and 'calls' = any(capabilities)
    order by lower(name), id`.execute(tenant.db);
  return rows;
}

/** The shop of a new key; null where it sells for none. @throws Invalid where its scopes take one that it does not name */
export async function requireShop(tenant: Tenant, scopes: readonly string[], shopId: number | null): Promise<KeyShop | null> {
  if (!needsShop(scopes)) return null;
  const shop = (await listShops(tenant)).find(({ id }) => id === shopId);
  if (!shop) throw invalid({ shop_id: ['Choose the shop of your own that the key sells for.'] });
  return shop;
}

/** One that was made without a shop never gets one: what it has done would seem to be of that shop. */
export const withoutShop = () => invalid({ scopes: ['This key sells for no shop. Make a key for the shop.'] });
