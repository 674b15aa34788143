import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { details, newItemId, whyNot } from './fulfillment-routes.ts';
import type { AdvisorOrder, Fulfillment, FulfillmentItem } from './order.ts';
import { isExternal } from './reference.ts';
import { type AccountOf, notFound, readBody, refusal } from './replies.ts';

type ById = { Params: { id: string } };
const { Type: FulfillmentType, ...parcel } = details;

/** `ShipOrderRequest` and `ShipOrderRequestItem` of the metadata, as far as a client of ours could need them. */
const body = z.strictObject({
  Value: z.strictObject({
    ...parcel,
    FulfillmentType,
    ...{ ReturnTrackingNumber: z.string().optional(), SerialShippingContainerCode: z.string().optional() },
    PreventMarketplaceCommunication: z.boolean().optional(),
    Items: z
      .array(
        z.strictObject({
          ...{ OrderItemID: z.number().int().optional(), ProductID: z.number().int().optional(), Sku: z.string().optional() },
          ...{ Quantity: z.number().int().positive(), SellerFulfillmentItemID: z.string().optional() },
        }),
      )
      .optional(),
  }),
});
type Shipment = z.infer<typeof body>['Value'];
type Wanted = NonNullable<Shipment['Items']>[number];

/** Ships an order, or the items that are named, in one call: a fulfilment is made of them, and what is left stays open. */
export function shipRoute(app: FastifyInstance, accountOf: AccountOf) {
  app.post<ById>('/Orders/~:id/Ship', { config: { operation: 'ship_order' } }, (request, reply) => {
    const { orders } = accountOf(request);
    const sent = readBody(body, request.body, reply);
    const order = orders.get(Number(request.params.id));
    if (!sent || !order) return sent ? notFound(reply) : reply;
    const { FulfillmentType: _type, ...change } = sent.Value;
    const refused = whyNot(order, change);
    const after = refused ?? shipped(order, sent.Value, orders.now());
    if (typeof after === 'string') return reply.code(400).send(refusal(after));
    orders.changeFulfillments(order, after);
    return reply.code(204).send();
  });
}

/** The fulfilments of the order afterwards, or why it cannot be. */
function shipped(order: AdvisorOrder, { Items, ...sent }: Shipment, now: string): Fulfillment[] | string {
  const { DistributionCenterID: center } = sent;
  const open = order.Fulfillments.filter(
    (one) =>
      one.DeliveryStatus === 'NoChange' &&
      (center === undefined ? !isExternal(one.DistributionCenterID) : one.DistributionCenterID === center),
  );
  const [first] = open;
  if (!first) return 'The order has nothing that can be shipped.';
  const left = new Map(open.map((one) => [one, one.Items]));
  const taken: FulfillmentItem[] = [];
  for (const entry of Items ?? open.flatMap((one) => one.Items)) {
    let missing = entry.Quantity;
    for (const [from, items] of left)
      left.set(
        from,
        items.flatMap((item) => {
          const units = fits(entry, item) ? Math.min(missing, item.Quantity) : 0;
          missing -= units;
          if (units > 0) taken.push({ ...item, ID: units === item.Quantity ? item.ID : newItemId(order, item.ID), Quantity: units });
          return units === item.Quantity ? [] : [{ ...item, Quantity: item.Quantity - units }];
        }),
      );
    if (missing > 0) return `The order has no ${entry.Quantity} units of it left to ship.`;
  }
  const { PreventMarketplaceCommunication: _silent, ReturnTrackingNumber: _return, SerialShippingContainerCode: _code, ...rest } = sent;
  const { FulfillmentType: Type = 'Ship', DeliveryStatus = 'Complete', ...details } = rest;
  // What is taken as a whole is that fulfilment; one that is left empty was only taken from.
  const whole = open.find((one) => left.get(one)?.length === 0 && taken.every((item) => one.Items.some(({ ID }) => ID === item.ID)));
  const parcel = { ...(whole ?? first), Type, DeliveryStatus, ...details, Items: taken };
  const rests = order.Fulfillments.map((one) => (left.has(one) ? { ...one, Items: left.get(one) ?? [] } : one));
  if (whole) return rests.map((one) => (one.ID === whole.ID ? parcel : one));
  const ID = order.ID * 10 + order.Fulfillments.length + 1;
  return [...rests, { ...parcel, ID, CreatedDateUtc: now, UpdatedDateUtc: now }];
}

const fits = ({ OrderItemID, ProductID, Sku }: Wanted, item: FulfillmentItem) =>
  (OrderItemID === undefined || OrderItemID === item.OrderItemID) &&
  (ProductID === undefined || ProductID === item.ProductID) &&
  (Sku === undefined || Sku === item.Sku);
