import { entryOf, orderEntry, parcelRow, removedFrom, unitsBySku } from '../kit/acts.ts';
import { askedAt, type GraphDoor, namedBy } from '../kit/graphql/door.ts';
import { failure } from '../kit/graphql/replies.ts';
import { schemaIn } from '../kit/graphql/schema.ts';
import { byToken } from '../kit/sign-in.ts';
import { siteSettings, standIn } from '../kit/stand-in.ts';
import { seller } from './acts.ts';
import { bulkOf } from './bulk.ts';
import { productsOf } from './products.ts';
import { readingOf, typesOf } from './reading.ts';
import { search } from './search.ts';
import { type Credentials, newItem, newOrder, openShop, type Shop, type ShopAccount, siteFields } from './shop.ts';
import { writingOf } from './writing.ts';

const demo = { key: '0123456789abcdef0123456789abcdef', secret: 'shpss_demo_0123456789', handle: 'demo-gifts', name: 'Demo Gifts' };
const second = { key: 'fedcba9876543210fedcba9876543210', secret: 'shpss_second_9876543210', handle: 'second-store', name: 'Second Store' };
const demoShops: Credentials[] = [
  { ...demo, shopId: 54_838_001 },
  { ...second, shopId: 54_838_002 },
];

const restoreRate = 100;
const refusals = {
  unauthorized: { status: 401, body: { errors: '[API] Invalid API key or access token (unrecognized login or wrong password)' } },
  rate_limited: { status: 429, body: { errors: 'Exceeded 2 calls per second for api client.' } },
  internal: { status: 500, body: { errors: 'Internal Server Error' } },
};
const notFound = { errors: 'Not Found' };
const throttled = failure('Throttled', 'THROTTLED');

const unknownApp = { status: 400, body: { error: 'application_cannot_be_found', error_description: 'No app has this client ID.' } };
const wrongSecret = { status: 400, body: { error: 'invalid_client', error_description: 'The client secret is wrong.' } };

/** What connectors call an operation, by the field that it asks for. */
const operations: Record<string, string> = {
  ...{ orders: 'list_orders', order: 'get_order', nodes: 'list_orders', fulfillmentOrders: 'list_fulfillment_orders' },
  ...{ fulfillmentCreate: 'create_fulfillment', metafieldsSet: 'note_parcels', inventorySetQuantities: 'set_stock' },
  ...{ productVariants: 'list_products', inventoryItems: 'read_stock', webhookSubscriptionCreate: 'subscribe', productSet: 'put_product' },
  ...{ bulkOperationRunQuery: 'run_bulk', bulkOperation: 'get_bulk' },
};

/** The schema of a version, as Shopify's package for developers has it. */
const schemaOf = (version: string) =>
  /^\d{4}-\d\d$/.test(version) ? schemaIn(new URL(`data/admin_${version}.json.gz`, import.meta.resolve('@shopify/dev-mcp'))) : null;

/** A point for each object that could come, two more for each list in pages, ten for a mutation. */
const door: GraphDoor<ShopAccount> = {
  ...{ at: '/:shop/admin/api/:version/graphql.json', notFound, points: { object: 1, list: 2, mutation: 10, most: 1_000 } },
  schemaOf: ({ handle }, { shop, version = '' }) => (shop === handle ? schemaOf(version) : null),
  repliesOf: (shop, within) => ({
    root: { ...readingOf(shop), ...writingOf(shop), ...productsOf(shop), ...bulkOf(shop, within) },
    ...{ types: typesOf(shop), search, size: { usual: 250, most: 250 } },
    sorts: { UPDATED_AT: ({ changedAt, id }: { changedAt: number; id: number }) => [changedAt, id] },
  }),
  refused: {
    throttled,
    tooDear: (cost) => failure(`Query cost is ${cost}, which exceeds the single query max cost limit (1000).`, 'MAX_COST_EXCEEDED'),
  },
  told: (requestedQueryCost, actualQueryCost, standing) => ({
    ...{ requestedQueryCost, actualQueryCost },
    throttleStatus: { maximumAvailable: standing?.limit ?? 2_000, currentlyAvailable: standing?.remaining ?? 2_000, restoreRate },
  }),
};

/** Shopify's Admin API in GraphQL, under the address of each shop, by Shopify's own schema. */
export const shopify = standIn<Credentials, Shop>({
  ...{ name: 'shopify', path: '/shopify', accounts: demoShops, open: openShop, signIn: byToken('x-shopify-access-token') },
  ...{ refusals, own: { refused_as_200: { status: 200, body: throttled } }, silentLimit: true },
  limits: [{ kind: 'bucket', capacity: 2_000, perSecond: restoreRate }],
  named: namedBy(operations),
  tokens: {
    ...{ path: '/:shop/admin/oauth/access_token', livesS: 86_399 },
    asks: ({ key, secret }) => ({ grant_type: 'client_credentials', client_id: key, client_secret: secret }),
    granted: (access_token, { site }) => ({ access_token, scope: site.scopes.join(','), expires_in: 86_399 }),
    refused: ({ client_id }, shops) => (shops.some(({ key }) => key === client_id) ? wrongSecret : unknownApp),
  },
  ...{ notFound, broken: (message) => ({ errors: message }), routes: (app, shopOf) => askedAt(app, shopOf, door) },
  files: { tokenHeader: 'x-shopify-access-token' },
  settings: siteSettings(siteFields),
  entries: {
    orders: { ...orderEntry(newOrder, seller), remove: removedFrom(({ orders }: Shop) => orders) },
    items: entryOf(newItem, ({ items }: Shop) => items),
  },
  rows: ({ orders, parcelsOf, items }) => ({
    orders: orders.all().map(({ id, cancelledAt, lines }) => ({
      ...{ orderId: id, cancelled: cancelledAt !== null, units: unitsBySku(lines, ({ sku }) => sku) },
      parcels: parcelsOf(id).map(({ numbers: [number = null], lines: left }) => parcelRow(number, left, ({ line }) => line.sku)),
    })),
    stock: items.all().map(({ sku, available }) => ({ sku, available })),
  }),
});
