import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  adjustmentTypes,
  checkoutStatuses,
  deliveryStatuses,
  fulfillmentTypes,
  paymentStatuses,
  requestStatuses,
} from '../channel-advisor/order.ts';
import type { Control } from './control.ts';
import { read } from './read.ts';

const text = z.string().nullable().optional();
const units = z.array(z.object({ sku: z.string().min(1), quantity: z.number().int().positive() }));
const head = z.strictObject({
  ...{ SiteName: z.string().optional(), SellerOrderID: text, PublicNotes: text, PrivateNotes: text, SpecialInstructions: text },
  ...{ RequestedShippingCarrier: text, RequestedShippingClass: text, TotalShippingPrice: z.number().optional() },
  AdditionalCostOrDiscount: z.number().optional(),
  ...{ CheckoutStatus: z.enum(checkoutStatuses).optional(), PaymentStatus: z.enum(paymentStatuses).optional() },
  ...{ BuyerEmailAddress: text, ShippingFirstName: text, ShippingLastName: text, ShippingCompanyName: text, ShippingDaytimePhone: text },
  ...{ ShippingAddressLine1: text, ShippingAddressLine2: text, ShippingCity: text, ShippingStateOrProvince: text },
  ...{ ShippingPostalCode: text, ShippingCountry: text },
});
const adjustment = z.strictObject({
  ...{ sku: z.string().optional(), Type: z.enum(adjustmentTypes).optional(), RequestStatus: z.enum(requestStatuses) },
  Quantity: z.number().int().positive().nullable().optional(),
});
const changeBody = head.extend({
  ...{ cancelled: units.optional(), quantities: units.optional(), adjustments: z.array(adjustment).optional() },
  fulfillments: z
    .strictObject({
      ...{ Type: z.enum(fulfillmentTypes), DeliveryStatus: z.enum(deliveryStatuses), TrackingNumber: z.string() },
      DistributionCenterID: z.number().int(),
    })
    .partial()
    .optional(),
});
const ordersBody = z.object({
  account: z.string().optional(),
  orders: z.array(
    head.extend({
      ...{ SiteOrderID: z.string().min(1), ProfileID: z.number().int().optional(), Currency: z.string().optional() },
      ...{ CreatedDateUtc: z.iso.datetime().optional(), broken: z.boolean().optional() },
      items: z.array(
        z.strictObject({
          ...{ sku: z.string(), quantity: z.number().int(), title: z.string().optional(), unitPrice: z.number().optional() },
          ...{ distributionCenterId: z.number().int().optional(), components: units.optional() },
        }),
      ),
    }),
  ),
});
const productsBody = z.object({
  account: z.string().optional(),
  products: z.array(z.object({ sku: z.string().min(1), title: z.string().optional(), upc: text, profileId: z.number().int().optional() })),
});

type ById = { Params: { id: string }; Querystring: { account?: string } };
type OfAccount = { Querystring: { account?: string } };
const missing = { message: 'There is no such order.' };

/** What buyers, marketplaces and people in ChannelAdvisor's screens do; and what becomes of a seller's grant. */
export function channelAdvisorRoutes(app: FastifyInstance, control: Control) {
  orderRoutes(app, control);
  const { advisor } = control;
  app.post('/channel_advisor/products', (request, reply) => {
    const body = read(productsBody, request.body, reply);
    if (!body) return reply;
    const { products } = advisor(body.account);
    return reply.code(201).send({ productIds: body.products.map((product) => products.add(product).ID) });
  });
  app.post<OfAccount>('/channel_advisor/tokens/expire', (request, reply) => {
    advisor(request.query.account).grant.expire();
    return reply.code(204).send();
  });
  app.post<OfAccount>('/channel_advisor/grant/revoke', (request, reply) => {
    advisor(request.query.account).grant.revoke();
    return reply.code(204).send();
  });
}

function orderRoutes(app: FastifyInstance, { advisor }: Control) {
  app.post('/channel_advisor/orders', (request, reply) => {
    const body = read(ordersBody, request.body, reply);
    if (!body) return reply;
    const entered = advisor(body.account).orders.add(body.orders as never);
    return reply.code(201).send({ orderIds: entered.map(({ ID }) => ID) });
  });
  app.patch<ById>('/channel_advisor/orders/:id', (request, reply) => {
    const body = read(changeBody, request.body, reply);
    const { orders } = advisor(request.query.account);
    const order = orders.get(Number(request.params.id));
    if (!body || !order) return body ? reply.code(404).send(missing) : reply;
    orders.change(order, body as never);
    return { orderId: order.ID, status: order.ShippingStatus };
  });
  app.post<ById>('/channel_advisor/orders/:id/cancel', (request, reply) => {
    const { orders } = advisor(request.query.account);
    const order = orders.get(Number(request.params.id));
    if (!order) return reply.code(404).send(missing);
    orders.cancel(order);
    return { orderId: order.ID, status: order.ShippingStatus };
  });
  app.delete<ById>('/channel_advisor/orders/:id', (request, reply) => {
    const { orders } = advisor(request.query.account);
    const order = orders.get(Number(request.params.id));
    if (!order) return reply.code(404).send(missing);
    orders.remove(order);
    return reply.code(204).send();
  });
}
