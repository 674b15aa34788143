import type { Tenant } from '../../../../platform/tenant.ts';
import { getOrder } from '../../../nouns/orders/detail/queries.ts';
import { tagsOf } from '../../../shared/tags/tags.ts';
import { type Caller, seesBuyers } from '../buyers.ts';
import { found } from '../call.ts';
import type { WholeOrder } from './shapes.ts';
import { hideBuyer, wholeOf } from './whole.ts';

/** An order as its call replies it to this caller. @throws Refusal 404 */
export async function readOrder(tenant: Tenant, id: number, caller: Caller): Promise<WholeOrder> {
  const [order, tags] = await Promise.all([getOrder(tenant, id), tagsOf(tenant, 'order', [id])]);
  const whole = wholeOf(
    found(order),
    (tags.get(id) ?? []).map(({ name }) => name),
  );
  return seesBuyers(caller) ? whole : hideBuyer(whole, found(order));
}
