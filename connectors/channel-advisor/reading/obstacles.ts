import type { ChannelOrder } from '../../contract.ts';
import type { WireFulfillment, WireOrder } from '../wire.ts';
import { type External, isExternal, isOurs } from './parts.ts';
import { deliveryOf, requestOf, typeOf } from './statuses.ts';

type Obstacle = { state: Extract<ChannelOrder['state'], 'held' | 'waiting' | 'unknown'>; sourceStatus: string };

/**
 * What keeps a paid, open order from being packed by us: its fulfilments and adjustments, where its own statuses show nothing of
 * them. What a person has to look at comes before what passes by itself. `named`: the distribution centers that we know.
 */
export function obstacleOf(order: WireOrder, external: External, named: ReadonlyMap<number, string>): Obstacle | null {
  const own = order.Fulfillments.filter((one) => !isExternal(one, external) && !isOurs(one.SellerFulfillmentID));
  const found = [
    ...own.flatMap((one) => inFulfillment(one, named)),
    ...order.Items.flatMap(({ Adjustments }) => (Adjustments ?? []).flatMap((one) => inRequest(requestOf(one), one))),
    ...(order.Adjustments ?? []).flatMap((one) => inRequest(ofWholeOrder(requestOf({ ...one, Quantity: one.Quantity ?? 0 })), one)),
  ];
  return found.find(({ state }) => state === 'unknown') ?? found.find(({ state }) => state === 'held') ?? found[0] ?? null;
}

function inFulfillment(one: WireFulfillment, named: ReadonlyMap<number, string>): Obstacle[] {
  const delivery = deliveryOf(one.DeliveryStatus);
  if (delivery === 'left' || delivery === 'cancelled') return [];
  if (delivery === 'unknown' || delivery === 'begun') return [{ state: 'unknown', sourceStatus: one.DeliveryStatus }];
  if (typeOf(one.Type) === 'person') return [{ state: 'unknown', sourceStatus: one.Type }];
  const center = one.DistributionCenterID ?? 0;
  // An account with a single place calls it 0.
  if (center !== 0 && !named.has(center)) return [{ state: 'unknown', sourceStatus: `DistributionCenterID ${center}` }];
  return delivery === 'held' ? [{ state: 'held', sourceStatus: one.DeliveryStatus }] : [];
}

/** Cancelled as a whole, it would be `Canceled` by now: which of its units are meant is for a person to find out. */
const ofWholeOrder = (request: ReturnType<typeof requestOf>) => (request === 'off' ? 'unknown' : request);

function inRequest(request: ReturnType<typeof requestOf>, { Type, RequestStatus }: { Type: string; RequestStatus: string }): Obstacle[] {
  if (request === 'off' || request === 'none') return [];
  return [{ state: request === 'undecided' ? 'waiting' : 'unknown', sourceStatus: `${Type} ${RequestStatus}`.trim() }];
}
