import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { createPageSpoiler } from '../front-door.ts';
import type { Kept } from '../kit/collection.ts';
import { cursorOf, isBehind, placeIn } from '../kit/paging.ts';
import type { Seller, SellerOf } from './market.ts';
import { leftOf, type MarketOrder, statusOf } from './order.ts';
import { moment, renderOrder } from './order-wire.ts';

/** How the API refuses: each of its errors has a code, a sentence and details. */
export const refuse = (reply: FastifyReply, status: number, code: string, message: string): FastifyReply =>
  reply.code(status).send({ errors: [{ code, message, details: '' }] });
export const invalid = (reply: FastifyReply, message: string) => refuse(reply, 400, 'InvalidInput', message);
export const missing = (reply: FastifyReply) => refuse(reply, 404, 'NotFound', 'The requested resource does not exist.');

const datasets = ['BUYER', 'RECIPIENT', 'PROCEEDS', 'EXPENSE', 'PROMOTION', 'CANCELLATION', 'FULFILLMENT', 'PACKAGES', 'TAX', 'PAYMENT'];
/** A list in a query has commas. Undefined: it has a word that the list may not have. */
const wordsIn = (text: string | undefined, known: readonly string[]): string[] | undefined => {
  const words = text === undefined ? [] : text.split(',');
  return words.every((word) => known.includes(word)) ? words : undefined;
};

const searchQuery = z.strictObject({
  ...{ lastUpdatedAfter: z.iso.datetime().optional(), createdAfter: z.iso.datetime().optional(), marketplaceIds: z.string().optional() },
  ...{ fulfillmentStatuses: z.string().optional(), fulfilledBy: z.string().optional(), includedData: z.string().optional() },
  ...{ maxResultsPerPage: z.coerce.number().int().min(1).max(100).default(100), paginationToken: z.string().optional() },
});
type SearchQuery = z.output<typeof searchQuery>;

export function orderRoutes(app: FastifyInstance, sellerOf: SellerOf): void {
  const spoil = createPageSpoiler<Kept<MarketOrder>>();
  app.get('/orders/2026-01-01/orders', { config: { operation: 'search_orders', lists: true } }, (request, reply) => {
    const query = searchQuery.safeParse(request.query).data;
    const datasetNames = wordsIn(query?.includedData, datasets);
    if (!query || !datasetNames) return invalid(reply, 'A parameter of the search is invalid.');
    if ((query.lastUpdatedAfter === undefined) === (query.createdAfter === undefined))
      return invalid(reply, 'Provide exactly one of createdAfter and lastUpdatedAfter.');
    const seller = sellerOf(request);
    const token = query.paginationToken === undefined ? null : tokenIn(query.paginationToken);
    if (query.paginationToken !== undefined && token?.of !== sameOf(query)) return invalid(reply, 'The pagination token is invalid.');
    const before = token?.before ?? seller.now() - seller.site.lagMs;
    const rest = matching(seller, query, before).filter(({ changedAt, id }) => !token || isBehind([changedAt, id], token.place));
    const page = rest.slice(0, query.maxResultsPerPage);
    const last = page.at(-1);
    const next = last && rest.length > page.length ? cursorOf([placeOf(query, last), last.id, before, sameOf(query)]) : null;
    return {
      orders: spoil(request, page).map((order) => renderOrder(order, new Set(datasetNames), seller.site)),
      ...(next && { pagination: { nextToken: next } }),
      [query.createdAfter === undefined ? 'lastUpdatedBefore' : 'createdBefore']: moment(before),
    };
  });
  oneOrder(app, sellerOf);
}

/** What must stay the same from page to page. */
const sameOf = ({ lastUpdatedAfter, createdAfter, marketplaceIds, fulfillmentStatuses, fulfilledBy }: SearchQuery) =>
  JSON.stringify([lastUpdatedAfter, createdAfter, marketplaceIds, fulfillmentStatuses, fulfilledBy]);
const placeOf = ({ createdAfter }: SearchQuery, order: Kept<MarketOrder>) =>
  createdAfter === undefined ? order.changedAt : order.createdAt;

const token = z
  .tuple([z.number(), z.number(), z.number(), z.string()])
  .transform(([at, id, before, of]) => ({ place: [at, id], before, of }));
const tokenIn = (text: string) => token.safeParse(placeIn(text)).data;

/** By the time of their last change; what changed within the last two minutes is not searched yet. */
function matching({ orders }: Seller, query: SearchQuery, before: number): Kept<MarketOrder>[] {
  const after = Date.parse(query.lastUpdatedAfter ?? query.createdAfter ?? '');
  const among = (list: string | undefined, word: string) => list === undefined || list.split(',').includes(word);
  return orders
    .all()
    .filter((order) => Math.floor(placeOf(query, order) / 1000) * 1000 >= after && placeOf(query, order) <= before)
    .filter((order) => among(query.marketplaceIds, order.marketplace) && among(query.fulfilledBy, order.fulfilledBy))
    .filter((order) => among(query.fulfillmentStatuses, statusOf(order)))
    .toSorted((a, b) => placeOf(query, a) - placeOf(query, b) || a.id - b.id);
}

type One = { Params: { orderId: string }; Querystring: { includedData?: string } };

const packageDetail = z.strictObject({
  ...{ packageReferenceId: z.string().regex(/^[1-9]\d{0,18}$/), carrierCode: z.string().min(1), carrierName: z.string().min(1).optional() },
  ...{ shippingMethod: z.string().optional(), trackingNumber: z.string().min(1), shipDate: z.iso.datetime() },
  orderItems: z.array(z.strictObject({ orderItemId: z.string(), quantity: z.number().int().positive() })).min(1),
});
const confirmation = z.strictObject({ marketplaceId: z.string(), packageDetail });
type Parcel = z.output<typeof packageDetail>;

function oneOrder(app: FastifyInstance, sellerOf: SellerOf): void {
  app.get<One>('/orders/2026-01-01/orders/:orderId', { config: { operation: 'get_order' } }, (request, reply) => {
    const { byOrderId, site } = sellerOf(request);
    const datasetNames = wordsIn(request.query.includedData, datasets);
    const order = byOrderId(request.params.orderId);
    if (!order || !datasetNames) return order ? invalid(reply, 'includedData is invalid.') : missing(reply);
    return { order: renderOrder(order, new Set(datasetNames), site) };
  });
  app.post<One>('/orders/v0/orders/:orderId/shipmentConfirmation', { config: { operation: 'confirm_shipment' } }, (request, reply) => {
    const { byOrderId, send } = sellerOf(request);
    const order = byOrderId(request.params.orderId);
    const parcel = confirmation.safeParse(request.body).data;
    if (!order) return missing(reply);
    const obstacle = parcel?.marketplaceId === order.marketplace ? obstacleOf(order, parcel.packageDetail) : 'Invalid Input';
    if (!parcel || obstacle) return invalid(reply, obstacle ?? 'Invalid Input');
    const { packageReferenceId: reference, carrierCode, carrierName = '', orderItems, ...sent } = parcel.packageDetail;
    const items = orderItems.map(({ orderItemId: id, quantity }) => ({ id, quantity }));
    const { shippingMethod: service = null, trackingNumber: tracking, shipDate: shippedAt } = sent;
    send(order, { reference, carrier: carrierCode === 'Other' ? carrierName : carrierCode, service, tracking, shippedAt, items });
    return reply.code(204).send();
  });
}

/** What has the number of a parcel that there is edits that one, so its units are free. Ship+ takes no confirmation. */
function obstacleOf(kept: Kept<MarketOrder>, { packageReferenceId, carrierCode, carrierName, orderItems }: Parcel): string | null {
  const isByAmazon = kept.programs.includes('FBM_SHIP_PLUS');
  const order = { ...kept, packages: kept.packages.filter(({ reference }) => reference !== packageReferenceId) };
  if (carrierCode === 'Other' && !carrierName) return 'carrierName is required where carrierCode is Other.';
  if (order.fulfilledBy !== 'MERCHANT' || !order.isPaid || isByAmazon) return 'The order cannot be confirmed as shipped.';
  const fits = orderItems.every(({ orderItemId, quantity }) => {
    const item = order.items.find(({ id }) => id === orderItemId);
    return item !== undefined && quantity <= leftOf(order, item);
  });
  return fits ? null : 'The quantity of an item is more than is left to be shipped.';
}
