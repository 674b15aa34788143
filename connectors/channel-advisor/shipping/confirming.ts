import type { Result, ShipmentConfirmation } from '../../contract.ts';
import { firstIssue, orderUnreadable } from '../../http/records.ts';
import { mapResult } from '../../http/result.ts';
import { foundByHand, sharesNumber } from '../../http/tracking.ts';
import type { ChannelAdvisorClient } from '../client.ts';
import type { Centers } from '../reading/centers.ts';
import { hasLeft, isOurs, sellerIdOf, unitsIn } from '../reading/parts.ts';
import { order as orderShape, type WireFulfillment, type WireOrder } from '../wire.ts';
import { type Move, type Plan, planOf } from './plan.ts';

type Read = { client: ChannelAdvisorClient; centers: Centers };
type Confirmed = Result<{ reference: string | null }>;

/**
 * Tells the channel of one parcel. A fulfilment is what it ships by: one that holds exactly the parcel's units is completed. Fewer are
 * named in one call, which makes a fulfilment of them and leaves the rest open. Where that call could take them from elsewhere a new one
 * is made that carries our id, the units move there, and only it is completed. Each looks at what is there first: repeated after a lost
 * reply, it goes on where it stopped.
 */
export async function confirmParcel(confirmation: ShipmentConfirmation, read: Read): Promise<Confirmed> {
  const found = await orderOf(confirmation, read.client);
  if (!found.ok) return found;
  const order = found.value;
  const done = sentAs(confirmation, order);
  if (done) return { ok: true, value: { reference: done.ID } };
  const reading = await read.centers.reading(order.Fulfillments.flatMap(({ DistributionCenterID }) => DistributionCenterID ?? []));
  if (!reading.ok) return reading;
  const plan = planOf(confirmation, order, reading.value.external);
  if ('code' in plan) return { ok: false, failure: { kind: 'rejected', code: 'other', reason: plan } };
  if (plan.kind === 'nothing') return { ok: true, value: { reference: null } };
  return plan.kind === 'shipment' ? ship(plan, confirmation, read.client) : carryOut(plan, confirmation, order, read.client);
}

/** Whether the channel holds the parcel: by our id, or by its tracking number, when a person entered it there. */
export async function isParcelConfirmed(confirmation: ShipmentConfirmation, { client }: Read): Promise<Result<boolean>> {
  const order = await orderOf(confirmation, client);
  return order.ok ? { ok: true, value: sentAs(confirmation, order.value) !== undefined } : order;
}

/** Tracking number and goods tell what a person entered. Of ours, two parcels may have gone under one number: each has an id of its own. */
function sentAs(confirmation: ShipmentConfirmation, { Fulfillments, Items }: WireOrder): WireFulfillment | undefined {
  const left = Fulfillments.filter(hasLeft);
  const ours = (key: string) => left.find(({ SellerFulfillmentID }) => SellerFulfillmentID === sellerIdOf(key));
  const entered = left.filter((one) => sharesNumber(one.TrackingNumber, confirmation.trackingNumber) && !isOurs(one.SellerFulfillmentID));
  const units = (one: WireFulfillment) => (one.Items?.length ? new Map(Items.map((item) => [item.ID, unitsIn([one], item)])) : null);
  return ours(confirmation.key) ?? foundByHand(entered, units, confirmation, (key) => ours(key) !== undefined);
}

async function orderOf({ remoteOrderId }: ShipmentConfirmation, client: ChannelAdvisorClient): Promise<Result<WireOrder>> {
  const result = await client.getOrder(remoteOrderId);
  if (!result.ok) return result;
  const parsed = orderShape.safeParse(result.value);
  return parsed.success ? { ok: true, value: parsed.data } : orderUnreadable(firstIssue(parsed.error));
}

/** One call; the fulfilment that it makes carries our id, by which a repeat finds it. */
async function ship({ items, centerId, requested }: Kind<'shipment'>, confirmation: ShipmentConfirmation, client: ChannelAdvisorClient) {
  const shipped = await client.shipOrder(confirmation.remoteOrderId, {
    ...{ DeliveryStatus: 'Complete', FulfillmentType: 'Ship', DistributionCenterID: centerId, Items: items },
    ...parcelOf(confirmation, requested),
  });
  return mapResult(shipped, () => ({ reference: null }));
}

async function carryOut(
  plan: Kind<'fulfillment'>,
  confirmation: ShipmentConfirmation,
  order: WireOrder,
  client: ChannelAdvisorClient,
): Promise<Confirmed> {
  const SellerFulfillmentID = sellerIdOf(confirmation.key);
  let target = plan.target;
  if (target === null) {
    const fields = { Type: 'Ship', DeliveryStatus: 'NoChange', SellerFulfillmentID, DistributionCenterID: plan.centerId } as const;
    const created = await client.createFulfillment({ OrderID: Number(order.ID), ...fields });
    if (!created.ok) return created;
    target = created.value.ID;
  }
  const moved = await moveAll(plan.moves, target, client);
  if (!moved.ok) return moved;
  const completed = await client.completeFulfillment(target, parcelOf(confirmation, plan.requested));
  return completed.ok ? { ok: true, value: { reference: target } } : completed;
}

async function moveAll(moves: Move[], target: string, client: ChannelAdvisorClient): Promise<Result<null>> {
  for (const { itemId, quantity } of moves) {
    const result = await client.moveItem(itemId, target, quantity);
    if (!result.ok) return result;
  }
  return { ok: true, value: null };
}

type Kind<K extends Plan['kind']> = Extract<Plan, { kind: K }>;

/** What is told of a parcel, in either way. */
function parcelOf(confirmation: ShipmentConfirmation, requested: Requested) {
  const { key, trackingNumber: TrackingNumber, trackingUrl, shippedAt } = confirmation;
  return {
    ...{ SellerFulfillmentID: sellerIdOf(key), TrackingNumber, ShippedDateUtc: shippedAt.toISOString() },
    ...(trackingUrl !== null && { TrackingUrl: trackingUrl }),
    ...carrierOf(confirmation, requested),
  };
}

type Requested = Pick<WireFulfillment, 'ShippingCarrier' | 'ShippingClass'>;

/**
 * Carrier and class go together, and must be in the account's own list. What the buyer's order asked for is, so it is kept where the
 * parcel went by that carrier; otherwise the warehouse's words are sent, which a person adds to the list when they are refused.
 */
function carrierOf({ carrier, method }: ShipmentConfirmation, { ShippingCarrier, ShippingClass }: Requested): object {
  const [sent, asked] = [bare(carrier), bare(ShippingCarrier)];
  const isSame = asked !== '' && (sent.startsWith(asked) || asked.startsWith(sent));
  if (isSame && ShippingClass !== '' && sent !== '') return { ShippingCarrier, ShippingClass };
  return carrier === '' ? {} : { ShippingCarrier: carrier, ShippingClass: method || ShippingClass || carrier };
}

const bare = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '');
