import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { AdvisorAccount } from './account.ts';
import { fulfillmentItemType, fulfillmentType } from './entities.ts';
import { pageOf, render } from './odata/page.ts';
import { parseQuery } from './odata/query.ts';
import { type AdvisorOrder, deliveryStatuses, type Fulfillment, fulfillmentTypes } from './order.ts';
import { carriers, isExternal } from './reference.ts';
import { type AccountOf, addressOf, notFound, queryOf, readBody, refusal } from './replies.ts';

type ById = { Params: { id: string } };
export const details = {
  Type: z.enum(fulfillmentTypes).optional(),
  DeliveryStatus: z.enum(deliveryStatuses).optional(),
  TrackingNumber: z.string().optional(),
  TrackingUrl: z.string().optional(),
  ShippingCarrier: z.string().optional(),
  ShippingClass: z.string().optional(),
  DistributionCenterID: z.number().int().optional(),
  SellerFulfillmentID: z.string().optional(),
  ShippedDateUtc: z.iso.datetime().optional(),
};
const changeBody = z.strictObject(details);
const newBody = z.strictObject({ ...details, OrderID: z.number().int(), ProfileID: z.number().int() });
const moveBody = z.strictObject({ DestinationFulfillmentID: z.number().int(), Quantity: z.number().int().positive().optional() });

/** Fulfilments: how parts of an order are sent. `DeliveryStatus` alone says what becomes of them. */
export function fulfillmentRoutes(app: FastifyInstance, accountOf: AccountOf) {
  reads(app, accountOf);
  writes(app, accountOf);
  moves(app, accountOf);
}

function reads(app: FastifyInstance, accountOf: AccountOf) {
  app.get<ById>('/Fulfillments/~:id', { config: { operation: 'get_fulfillment' } }, (request, reply) => {
    const found = find(accountOf(request), Number(request.params.id));
    return found ? render(found.fulfillment, fulfillmentType, parseQuery(queryOf(request), fulfillmentType)) : notFound(reply);
  });

  app.get<ById>('/Fulfillments/~:id/Items', { config: { operation: 'list_fulfillment_items', lists: true } }, (request, reply) => {
    const found = find(accountOf(request), Number(request.params.id));
    if (!found) return notFound(reply);
    return pageOf(found.fulfillment.Items, fulfillmentItemType, parseQuery(queryOf(request), fulfillmentItemType), addressOf(request));
  });
}

function writes(app: FastifyInstance, accountOf: AccountOf) {
  app.post('/Fulfillments', { config: { operation: 'create_fulfillment' } }, (request, reply) => {
    const body = readBody(newBody, request.body, reply);
    if (!body) return reply;
    const { orders } = accountOf(request);
    const order = orders.get(body.OrderID);
    const refused = order ? whyNot(order, body) : `The order ${body.OrderID} does not exist.`;
    if (!order || refused) return reply.code(400).send(refusal(refused ?? ''));
    const fulfillment = created(order, body, orders.now());
    orders.changeFulfillments(order, [...order.Fulfillments, fulfillment]);
    return reply.code(201).send(render(fulfillment, fulfillmentType, parseQuery({}, fulfillmentType)));
  });

  // Without a DeliveryStatus the whole order is marked as shipped, whatever else was meant.
  app.patch<ById>('/Fulfillments/~:id', { config: { operation: 'update_fulfillment' } }, (request, reply) => {
    const account = accountOf(request);
    const body = readBody(changeBody, request.body, reply);
    const found = find(account, Number(request.params.id));
    if (!body || !found) return body ? notFound(reply) : reply;
    const { order, fulfillment } = found;
    const refused = whyNot(order, body) ?? whyNotThis(fulfillment, body);
    if (refused) return reply.code(400).send(refusal(refused));
    const all = order.Fulfillments.map((one) => {
      if (one === fulfillment) return { ...one, DeliveryStatus: 'Complete' as const, ...body };
      return body.DeliveryStatus === undefined && !isExternal(one.DistributionCenterID)
        ? { ...one, DeliveryStatus: 'Complete' as const }
        : one;
    });
    account.orders.changeFulfillments(order, all);
    return reply.code(204).send();
  });
}

function moves(app: FastifyInstance, accountOf: AccountOf) {
  app.post<ById>('/FulfillmentItems/~:id/Move', { config: { operation: 'move_fulfillment_item' } }, (request, reply) => {
    const account = accountOf(request);
    const body = readBody(moveBody, request.body, reply);
    if (!body) return reply;
    const itemId = Number(request.params.id);
    const from = findBy(account, ({ Items }) => Items.some(({ ID }) => ID === itemId));
    if (!from) return notFound(reply);
    const moved = move(from.order, from.fulfillment, itemId, body);
    if (typeof moved === 'string') return reply.code(400).send(refusal(moved));
    account.orders.changeFulfillments(from.order, moved);
    return reply.code(204).send();
  });
}

type Found = { order: AdvisorOrder; fulfillment: Fulfillment };

function findBy({ orders }: AdvisorAccount, fits: (fulfillment: Fulfillment) => boolean): Found | null {
  for (const order of orders.rows.values()) {
    const fulfillment = order.Fulfillments.find(fits);
    if (fulfillment) return { order, fulfillment };
  }
  return null;
}

const find = (account: AdvisorAccount, id: number) => findBy(account, ({ ID }) => ID === id);

/** Why nothing of this order can be told, or not by this carrier. */
export function whyNot({ ShippingStatus }: AdvisorOrder, { ShippingCarrier, ShippingClass }: z.infer<typeof changeBody>): string | null {
  if (ShippingStatus === 'Canceled') return 'The order is canceled.';
  if ((ShippingCarrier === undefined) !== (ShippingClass === undefined)) return 'ShippingCarrier and ShippingClass belong together.';
  if (ShippingCarrier === undefined || ShippingClass === undefined) return null;
  const isListed = carriers[ShippingCarrier]?.includes(ShippingClass) ?? false;
  return isListed ? null : `The carrier and class ${ShippingCarrier} ${ShippingClass} are not in the account's list.`;
}

/** What is held there, or has ended, does not become complete by a call. */
function whyNotThis({ DeliveryStatus }: Fulfillment, { DeliveryStatus: wanted = 'Complete' }: z.infer<typeof changeBody>): string | null {
  const isShut = DeliveryStatus === 'Held' || DeliveryStatus === 'Canceled' || DeliveryStatus === 'ThirdPartyManaged';
  return isShut && wanted === 'Complete' ? `The fulfillment is ${DeliveryStatus}.` : null;
}

function created(order: AdvisorOrder, { OrderID, ProfileID, ...given }: z.infer<typeof newBody>, now: string): Fulfillment {
  return {
    ...{ ID: order.ID * 10 + order.Fulfillments.length + 1, ProfileID, OrderID, CreatedDateUtc: now, UpdatedDateUtc: now, Type: 'Ship' },
    ...{
      DeliveryStatus: 'NoChange',
      TrackingNumber: null,
      TrackingUrl: null,
      ShippingCarrier: null,
      ShippingClass: null,
      DistributionCenterID: 0,
    },
    ...{ ExternalFulfillmentCenterCode: null, ShippedDateUtc: null, SellerFulfillmentID: null },
    ...given,
    Items: [],
  };
}

/** The fulfilments after some units of an item went to another one, or why they cannot. */
function move(order: AdvisorOrder, from: Fulfillment, itemId: number, body: z.infer<typeof moveBody>): Fulfillment[] | string {
  const to = order.Fulfillments.find(({ ID }) => ID === body.DestinationFulfillmentID);
  const item = from.Items.find(({ ID }) => ID === itemId);
  if (!to || !item || to === from) return 'The destination fulfillment is not another one of the same order.';
  if (from.DeliveryStatus !== 'NoChange' || to.DeliveryStatus !== 'NoChange') return 'Only items of open fulfillments can be moved.';
  const { Quantity = item.Quantity } = body;
  if (Quantity > item.Quantity) return `The fulfillment item has ${item.Quantity} units only.`;
  const rest = Quantity === item.Quantity ? [] : [{ ...item, Quantity: item.Quantity - Quantity }];
  const same = to.Items.find(({ OrderItemID, ProductID }) => OrderItemID === item.OrderItemID && ProductID === item.ProductID);
  const arrived = same
    ? { ...same, Quantity: same.Quantity + Quantity }
    : { ...item, ID: rest.length === 0 ? itemId : newItemId(order, item.ID), Quantity };
  return order.Fulfillments.map((one) => {
    if (one === from) return { ...one, Items: [...one.Items.filter((each) => each !== item), ...rest] };
    return one === to ? { ...one, Items: [...one.Items.filter((each) => each !== same), arrived] } : one;
  });
}

export function newItemId({ Fulfillments }: AdvisorOrder, like: number): number {
  const taken = new Set(Fulfillments.flatMap(({ Items }) => Items.map(({ ID }) => ID)));
  let id = like + 1;
  while (taken.has(id)) id += 1;
  return id;
}
