import type { ChannelOrder, Page, Result, Unreadable } from '../contract.ts';
import type { ShipStationClient } from './client.ts';
import { because } from './reasons.ts';
import type { Walk } from './walk.ts';
import type { OrderPage } from './wire.ts';

/** An order alone on its page fails: a poisoned one when an order after it can be read and it fails again, else an outage (null). */
export async function pastPoisoned(
  client: ShipStationClient,
  walk: Walk,
  read: (page: OrderPage, at: Walk) => Promise<Page<ChannelOrder>>,
): Promise<Result<Page<ChannelOrder>> | null> {
  for (const skipped of [1, 2, 3]) {
    const beyond = { ...walk, page: walk.page + skipped };
    const after = await client.listOrders(beyond);
    if (!after.ok) continue;
    const again = await client.listOrders(walk);
    if (again.ok) return { ok: true, value: await read(again.value, walk) };
    const page = await read(after.value, beyond);
    const lost = Array.from({ length: skipped }, (_, index) => poisoned(walk, index));
    return { ok: true, value: { ...page, unreadable: [...lost, ...page.unreadable] } };
  }
  return null;
}

function poisoned(walk: Walk, index: number): Unreadable {
  const after = walk.maxSeen?.toISOString() ?? walk.from.toISOString();
  return {
    remoteId: null,
    reason: because({ code: 'ship_station.poisoned' }),
    raw: { modifiedAfter: after, position: index + 1 },
  };
}
