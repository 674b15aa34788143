import { z } from 'zod';
import { unitsBySku } from '../kit/acts.ts';
import { byToken } from '../kit/sign-in.ts';
import { siteSettings, standIn } from '../kit/stand-in.ts';
import { newListing } from './listing.ts';
import { listingRoutes } from './listing-routes.ts';
import { type Credentials, type Market, openMarket } from './market.ts';
import { type Act, act, type NewOrder, newOrder, statusOf } from './order.ts';
import { orderRoutes } from './order-routes.ts';
import { taskRoutes } from './task-routes.ts';

const sellerOf = (name: string, seller: string, store: string): Credentials => ({
  ...{ key: `amzn1.application-oa2-client.${name}`, secret: `amzn1.oa2-cs.v1.${name}`, refreshToken: `Atzr|${name}-refresh-token` },
  ...{ seller, store },
});
const demoSellers = [sellerOf('demo', 'A2DEMOGIFTS01X', 'Demo Gifts'), sellerOf('second', 'A2SECONDSTORE1', 'Second Store')];

/** Rate and burst of each operation, as Amazon's models publish them. */
const rates = {
  ...{ search_orders: [0.0056, 20], get_order: [0.5, 30], confirm_shipment: [2, 10], list_participations: [0.016, 15] },
  ...{ list_items: [5, 5], get_item: [5, 10], patch_item: [5, 5], create_document: [0.5, 15], create_feed: [0.0083, 15] },
  ...{ get_feed: [2, 15], get_feed_document: [0.0222, 10], create_report: [0.0167, 15], get_report: [2, 15] },
  get_report_document: [0.0167, 15],
} satisfies Record<string, [number, number]>;

const error = (code: string, message: string, details = '') => ({ errors: [{ code, message, details }] });

const wrongClient = { status: 401, body: { error: 'invalid_client', error_description: 'Client authentication failed' } };
const wrongToken = { status: 400, body: { error: 'invalid_grant', error_description: 'The request has an invalid grant parameter' } };

/** Amazon's Selling Partner API with its sign-in, for a region of its own. */
export const amazon = standIn<Credentials, Market>({
  ...{ name: 'amazon', path: '/amazon', accounts: demoSellers, signIn: byToken('x-amz-access-token'), open: openMarket },
  tokens: {
    ...{ path: '/auth/o2/token', livesS: 3600 },
    asks: ({ key: client_id, secret: client_secret, refreshToken: refresh_token }) => ({
      ...{ grant_type: 'refresh_token', client_id, client_secret, refresh_token },
    }),
    granted: (access_token, { refreshToken }) => ({ access_token, refresh_token: refreshToken, token_type: 'bearer', expires_in: 3600 }),
    refused: ({ client_id: id, client_secret: given }, sellers) =>
      sellers.some(({ key, secret }) => key === id && secret === given) ? wrongToken : wrongClient,
  },
  limits: [{ kind: 'buckets', of: rates }],
  // With what is refused no header says when to come again.
  limitHeaders: ({ refused, perSecond }): Record<string, string> => (refused ? {} : { 'x-amzn-RateLimit-Limit': String(perSecond) }),
  refusals: {
    unauthorized: { status: 403, body: error('Unauthorized', 'Access to requested resource is denied.', 'The access token has expired.') },
    rate_limited: { status: 429, body: error('QuotaExceeded', 'You exceeded your quota for the requested resource.') },
    internal: { status: 500, body: error('InternalFailure', 'We encountered an internal error. Please try again.') },
  },
  ...{ notFound: error('NotFound', 'The requested path does not exist.'), broken: (message) => error('InvalidInput', message) },
  routes(app, account) {
    for (const add of [orderRoutes, listingRoutes, taskRoutes]) add(app, account);
  },
  files: { tokenHeader: 'x-amz-access-token' },
  settings: siteSettings(z.object({ seesAddresses: z.boolean(), lagMs: z.number().nonnegative(), workMs: z.number().nonnegative() })),
  entries: {
    orders: {
      ...{ fields: newOrder.extend(act.shape), change: (market, orderId, changes: Act) => market.act(orderId, changes) },
      add: ({ enter }, order: NewOrder) => ({ id: enter(order).orderId }),
    },
    listings: { fields: newListing, add: ({ list }, listing: z.output<typeof newListing>) => list(listing) },
  },
  rows: ({ orders, listings }) => ({
    orders: orders.all().map((order) => ({
      ...{ orderId: order.orderId, status: statusOf(order) },
      parcels: order.packages.map(({ reference, tracking, items }) => ({
        ...{ reference, trackingNumber: tracking },
        units: unitsBySku(items, ({ id }) => order.items.find((item) => item.id === id)?.sku),
      })),
    })),
    stock: listings.all().map(({ sku, channel, quantity }) => ({ sku, channel, quantity })),
  }),
});
