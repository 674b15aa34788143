import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { marketplaces } from './listing.ts';
import type { SellerOf } from './market.ts';
import { invalid, missing, refuse } from './order-routes.ts';
import { patches } from './work.ts';

type OfSku = {
  Params: { seller: string; sku: string };
  Querystring: { marketplaceIds?: string; includedData?: string; pageSize?: string };
};

/** The marketplaces of a seller, and the listings items API of 2021-08-01. */
export function listingRoutes(app: FastifyInstance, sellerOf: SellerOf): void {
  app.get('/sellers/v1/marketplaceParticipations', { config: { operation: 'list_participations' } }, (request) => ({
    payload: marketplaces.map(({ id, name, country, currency, language, domain }) => ({
      marketplace: { id, name, countryCode: country, defaultCurrencyCode: currency, defaultLanguageCode: language, domainName: domain },
      ...{ participation: { isParticipating: true, hasSuspendedListings: false }, storeName: sellerOf(request).store },
    })),
  }));
  app.get<OfSku>('/listings/2021-08-01/items/:seller', { config: { operation: 'list_items' } }, (request, reply) => {
    if (isOthers(request, sellerOf)) return denied(reply);
    const all = sellerOf(request).listings.all();
    return { numberOfResults: all.length, items: all.slice(0, Number(request.query.pageSize ?? 10)).map(({ sku }) => ({ sku })) };
  });
  app.get<OfSku>('/listings/2021-08-01/items/:seller/:sku', { config: { operation: 'get_item' } }, (request, reply) => {
    if (isOthers(request, sellerOf)) return denied(reply);
    const listing = sellerOf(request).listings.find(({ sku }) => sku === request.params.sku);
    const { marketplaceIds = '', includedData = 'summaries' } = request.query;
    if (!listing) return missing(reply);
    const quantity = listing.quantity[marketplaceIds];
    const units = listing.channel === 'DEFAULT' && quantity !== undefined ? { quantity: Math.max(0, quantity) } : {};
    const facts = {
      fulfillmentAvailability: [{ fulfillmentChannelCode: listing.channel, ...units }],
      attributes: { fulfillment_availability: [{ fulfillment_channel_code: listing.channel, ...units, ...listing.others }] },
    };
    return { sku: listing.sku, ...Object.fromEntries(Object.entries(facts).filter(([name]) => includedData.split(',').includes(name))) };
  });
  app.patch<OfSku>('/listings/2021-08-01/items/:seller/:sku', { config: { operation: 'patch_item' } }, (request, reply) => {
    if (isOthers(request, sellerOf)) return denied(reply);
    const { sku } = request.params;
    const change = patches.safeParse(request.body).data;
    const marketplace = marketplaces.find(({ id }) => id === request.query.marketplaceIds);
    if (!marketplace || !sellerOf(request).listings.find((listing) => listing.sku === sku))
      return invalid(reply, 'The listing does not exist.');
    if (change) sellerOf(request).stock(sku, marketplace.id, change);
    return { sku, status: change ? 'ACCEPTED' : 'INVALID', submissionId: request.id, issues: change ? [] : [notValid] };
  });
}

const categories = ['INVALID_ATTRIBUTE'];
const notValid = { code: '90220', message: 'The patch is not valid for this listing.', severity: 'ERROR', categories };

const isOthers = (request: FastifyRequest<OfSku>, sellerOf: SellerOf) => request.params.seller !== sellerOf(request).seller;
const denied = (reply: FastifyReply) => refuse(reply, 403, 'Unauthorized', 'Access to requested resource is denied.');
