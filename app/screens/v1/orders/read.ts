import type { Tenant } from '../../../../platform/tenant.ts';
import { getOrder } from '../../../nouns/orders/detail/queries.ts';
import { tagsOf } from '../../../shared/tags/tags.ts';
import { found } from '../call.ts';
import type { WholeOrder } from './shapes.ts';
import { wholeOf } from './whole.ts';

/** An order as its call replies it. @throws Refusal 404 */
export async function readOrder(tenant: Tenant, id: number): Promise<WholeOrder> {
  const [order, tags] = await Promise.all([getOrder(tenant, id), tagsOf(tenant, 'order', [id])]);
  return wholeOf(
    found(order),
    (tags.get(id) ?? []).map(({ name }) => name),
  );
}
