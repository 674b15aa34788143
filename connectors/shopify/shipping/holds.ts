import type { Result } from '../../contract.ts';
import { isOpen, isOurs } from '../reading/states.ts';
import { granted } from '../refusals.ts';
import type { Opened } from '../settings.ts';
import { currentOrder } from './order.ts';

/** Holds what of an order is ours, or takes our own hold off: a hold of somebody else stays. Shopify's holds have no end. */
export async function hold({ client, locations }: Opened, remoteId: string, until: Date | null): Promise<Result<'done'>> {
  const order = await currentOrder(client, remoteId);
  if (!order.ok) return order;
  for (const { id, fulfillmentHolds } of order.value.fulfillmentOrders.nodes.filter((one) => isOurs(one, locations) && isOpen(one))) {
    const own = fulfillmentHolds.filter(({ heldByRequestingApp }) => heldByRequestingApp);
    if (own.length > 0 === (until !== null)) continue;
    const notes = { reason: 'OTHER', reasonNotes: `Held in Crossdock until ${until?.toISOString().slice(0, 10)}.`, handle: 'crossdock' };
    const changed = granted(
      await (until
        ? client.hold(id, notes)
        : client.release(
            id,
            own.map((each) => each.id),
          )),
    );
    if (!changed.ok) return changed;
  }
  return { ok: true, value: 'done' };
}
