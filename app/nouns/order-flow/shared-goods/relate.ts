import type { Tenant } from '../../../../platform/tenant.ts';
import { forgetDecisions, forgetSame } from './decide.ts';
import { endMerged } from './end-merged.ts';
import { dropMerges, mergesOf, storeMerges } from './merges.ts';
import type { Channel, RelatedOrder } from './related-order.ts';
import { idsOf, partsOf, recheck, rereadBefore } from './reread.ts';

/**
 * Follows what people split and merged at the channel, once a page of orders is stored. What was merged away ends. Whatever may
 * hold goods that moved to another order is read again before it is released; the check then finds what waits for a person.
 */
export async function relateOrders(tenant: Tenant, channel: Channel, orders: RelatedOrder[]): Promise<void> {
  if (orders.length === 0) return;
  await endMerged(tenant, channel, await storeMerges(tenant, channel, orders));
  const changed = orders.filter(({ isNew }) => !isNew);
  const { unmerged, free, takers } = await dropMerges(tenant, changed);
  await forgetDecisions(tenant, takers);
  await forgetSame(tenant, free);
  const doubtful = await mergesOf(tenant, channel, orders);
  const parents = await parentsToReread(tenant, channel, orders);
  const revived = changed.filter(({ wasGone }) => wasGone).map(({ orderId }) => orderId);
  await rereadBefore(tenant, [...new Set([...unmerged, ...doubtful, ...parents, ...revived])]);
  const fresh = orders.filter(({ isNew }) => isNew).map(({ order }) => order.remoteId);
  await recheck(tenant, await partsOf(tenant, channel, fresh));
}

/** Parents of new parts that were not read together with them: they may still hold the goods of the part. */
function parentsToReread(tenant: Tenant, channel: Channel, orders: RelatedOrder[]): Promise<number[]> {
  const read = new Set(orders.map(({ order }) => order.remoteId));
  const parents = orders.flatMap(({ order: { splitFrom }, isNew }) =>
    isNew && splitFrom !== null && !read.has(splitFrom) ? splitFrom : [],
  );
  return idsOf(tenant, channel, parents);
}
