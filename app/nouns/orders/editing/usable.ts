import { z } from 'zod';
import { invalid } from '../../../../platform/http/refusal.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { isCountry } from '../../../base/addresses/countries.ts';
import { listBuildings } from '../../../base/buildings.ts';
import { listMethods } from '../../../base/shipping-methods/queries.ts';
import type { Changes } from '../../order-flow/history.ts';

/**
 * Refuses what a person entered and the warehouse could not use. What a channel sends is not refused: the check opens an issue.
 * Empty is allowed, as an address may be saved before it is complete. `at`: where the request has them. @throws Invalid
 */
export async function requireUsable(tenant: Tenant, changes: Changes, at = 'order'): Promise<void> {
  const entered = (column: string) => String(changes[column]?.to ?? '');
  const [country, email, method] = [entered('country'), entered('customer_email'), entered('shipping_code')];
  const building = entered('warehouse_code');
  const wrong = {
    ...(country && !isCountry(country) && { [`${at}.country`]: [`There is no country with the code “${country}”.`] }),
    ...(email && !z.email().safeParse(email).success && { [`${at}.customer_email`]: [`“${email}” is not an e-mail address.`] }),
    ...(method && !(await isMethod(tenant, method)) && { [`${at}.shipping_code`]: [`The warehouse has no shipping method “${method}”.`] }),
    ...(building &&
      !(await isBuilding(tenant, building)) && { [`${at}.warehouse_code`]: [`The warehouse has no building “${building}”.`] }),
  };
  if (Object.keys(wrong).length > 0) throw invalid(wrong);
}

async function isMethod(tenant: Tenant, code: string): Promise<boolean> {
  const groups = await listMethods(tenant);
  return groups.some(({ methods }) => methods.some((method) => method.code === code));
}

async function isBuilding(tenant: Tenant, code: string): Promise<boolean> {
  return (await listBuildings(tenant)).some((building) => building.code === code);
}
