import type { Tenant } from '../../../../../platform/tenant.ts';
import { closeNewAddress, dropAsked, tellNewAddress } from './asked.ts';
import { addressesOf } from './values.ts';

/**
 * Channels changed the addresses of orders that are with the warehouse in part, and nothing else: a person decides whether what has not
 * left follows. What they decided about the address before is not asked for any longer. One that has its former address back needs nobody.
 */
export async function noteNewAddresses(tenant: Tenant, orderIds: readonly number[]): Promise<void> {
  if (orderIds.length === 0) return;
  await dropAsked(tenant, orderIds);
  const stored = await addressesOf(tenant, orderIds);
  // While the warehouse may have heard of another address, its reply decides.
  const isSame = (id: number) => stored.get(id)?.channels === null && stored.get(id)?.asked === null;
  await closeNewAddress(tenant, orderIds.filter(isSame));
  await tellNewAddress(
    tenant,
    orderIds.filter((id) => !isSame(id)),
  );
}

/** More than the address changed of these orders: what is to become of all of that decides a person. */
export async function endNewAddresses(tenant: Tenant, orderIds: readonly number[]): Promise<void> {
  if (orderIds.length === 0) return;
  await dropAsked(tenant, orderIds);
  await closeNewAddress(tenant, orderIds);
}
