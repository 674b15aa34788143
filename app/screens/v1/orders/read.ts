import type { Tenant } from '../../../../platform/tenant.ts';
import { getOrder } from '../../../nouns/orders/detail/queries.ts';
import { assigneeOf } from '../../../shared/comments/queries.ts';
import { tagsOf } from '../../../shared/tags/tags.ts';
import { found } from '../call.ts';
import { type Caller, seesBuyers } from '../showing/buyers.ts';
import type { WholeOrder } from './shapes.ts';
import { hideBuyer, wholeOf } from './whole.ts';

/** An order as its call replies it to this caller. @throws Refusal 404 */
export async function readOrder(tenant: Tenant, id: number, caller: Caller): Promise<WholeOrder> {
  const [order, tags, assignee] = await Promise.all([
    getOrder(tenant, id),
    tagsOf(tenant, 'order', [id]),
    assigneeOf(tenant, { type: 'order', id }),
  ]);
  const whole = wholeOf(
    found(order),
    (tags.get(id) ?? []).map(({ name }) => name),
    assignee,
  );
  return seesBuyers(caller) ? whole : hideBuyer(whole, found(order));
}
