import { z } from 'zod';
import { endpoint, id, messageReply, refusal, text } from '../../../../platform/endpoint.ts';
import { encoding, readings } from '../../../shared/imports/contract.ts';
import { undoable } from '../../mappings/saves/contract.ts';
import { seenProduct, seenUnits } from '../contract.ts';

/** The calls of a connection's products page. */

const nullable = z.string().nullable();
/** What every call of a connection's products has. */
const ofConnection = { may: 'work', params: z.object({ name: text(100) }) } as const;

export const connectionStatuses = ['All', 'Linked', 'Unlinked'] as const;
export type ConnectionStatus = (typeof connectionStatuses)[number];

/** Clients of the specification write it in small letters. */
const connectionStatus = text(20)
  .transform((word) => connectionStatuses.find((status) => status.toLowerCase() === word.toLowerCase()) ?? word)
  .pipe(z.enum(connectionStatuses))
  .default('All');

/** What a warehouse product and a channel's have in common beyond doubt. */
export const equalProduct = z.object({ id: z.number(), sku: z.string(), name: z.string(), same: z.enum(['SKU', 'UPC']) });

const linkedProduct = z.object({
  id: z.number(),
  title: z.string(),
  sku: z.string(),
  warehouse_location: nullable,
  quantity_available: z.number(),
  image_url: nullable,
});

/** A product as a channel sells it, with what it is linked to. `quantity_available` and `warehouse_location` are the warehouse's. */
const connectorProduct = z.object({
  id: z.number(),
  account_id: z.number(),
  connector_id: z.number(),
  /** Null when it is not linked. */
  product_id: z.number().nullable(),
  connector_product_sku: z.string(),
  connector_product_id: nullable,
  connector_product_location: nullable,
  title: z.string(),
  name: nullable,
  /** The linked product's. */
  sku: nullable,
  upc: nullable,
  image_url: nullable,
  /** At the channel, where it says so. */
  qty: z.number().nullable(),
  quantity_available: z.number().nullable(),
  warehouse_location: nullable,
  stock_id: nullable,
  source_link: nullable,
  units_per_sale: z.number(),
  /** Only order lines name it: the channel does not list it, so no stock is sent for it. */
  is_alias: z.boolean(),
  /** Units that are kept back of it here; null where the connection's buffer counts. */
  stock_buffer: z.number().nullable(),
  linked: linkedProduct.nullable(),
  /** Of one that is not linked: the only product with the same SKU or UPC. */
  equal: equalProduct.nullable(),
  /** How many orders wait for it to be linked. */
  waiting: z.number(),
  /** Why its link ended by itself, in a sentence; null where it did not. */
  doubt: nullable,
  /** Why the channel did not take its stock, in a sentence; null where it did. */
  stock_refused: nullable,
  /** What the channel was sent last of its stock, and goes on to sell while it is not linked; null where it is sent none. */
  stock_sent: z.number().nullable(),
});
export type ConnectorProduct = z.output<typeof connectorProduct>;

const query = z.strictObject({
  account_id: id.optional(),
  connector_id: id.optional(),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  perPage: z.coerce.number().int().min(1).max(100).default(50),
  connectionStatus,
  q: text(10_000)
    .transform((words) => words.trim().slice(0, 200))
    .default(''),
  product_id: id.optional(),
  /** How many page numbers are shown together. */
  pagination: z.coerce.number().int().min(1).max(25).default(5),
});
export type ListingQuery = z.output<typeof query>;

const listingPage = z.object({
  data: z.array(connectorProduct),
  current_page: z.number(),
  last_page: z.number(),
  prev_page_url: nullable,
  next_page_url: nullable,
  total: z.number(),
  per_page: z.number(),
  total_is_exact: z.boolean(),
  scanned: z.number().nullable(),
});
export type ListedProducts = z.output<typeof listingPage>;

export const listListingsCall = endpoint('GET /api/connectors/:name/products', {
  ...ofConnection,
  summary: 'One page of a connection’s products, linked and not, the newest first',
  query,
  example: { query: { connectionStatus: 'Unlinked' } },
  replies: {
    /** `pagination_elements`: the numbers to show below; null stands for those left out. */
    200: z.object({ connector_products: listingPage, pagination_elements: z.array(z.number().nullable()) }),
    404: refusal,
  },
});

export const importFailed = 'There was an error. Please try again.';
export const importing = 'Grabbing products from connector';
export const stillImporting =
  'Connector products are still being imported. Please check back in a couple minutes, the button will be enabled once the sync is finished.';
/** How long the browser waits for an import, in ms. */
export const importWaitMs = 60_000;

export const importListingsCall = endpoint('POST /api/connectors/:name/products', {
  ...ofConnection,
  summary: 'Read all products of a connection anew; replies when they are there, with 504 after a minute',
  body: z.object({ accountId: id.optional() }).optional(),
  replies: {
    200: z.object({ connectorProducts: z.object({ message: z.string(), alertType: z.string() }) }),
    404: refusal,
    409: refusal,
    500: refusal,
    504: refusal,
  },
});

const ids = z.object({ accountId: id.optional(), connectorId: id.optional() });

export const deleteListingsCall = endpoint('DELETE /api/connectors/:name/products', {
  ...{ ...ofConnection, may: 'map' },
  withErrorMessage: true,
  summary: 'Delete all products of a connection, with their links; those that it still sells come back with an import, not linked',
  query: ids,
  body: ids.nullish(),
  replies: { 200: messageReply.extend({ undo: undoable }), 403: refusal, 404: refusal },
});

export const listingsImpactCall = endpoint('GET /api/connectors/:name/products/impact', {
  ...ofConnection,
  summary:
    'How many products a connection has, how many of them are linked, how many orders would stop without the links, and of how many the channel goes on to sell what it was sent last',
  replies: { 200: z.object({ products: z.number(), linked: z.number(), stops: z.number(), sold: z.number() }), 404: refusal },
});

export const deleteListingCall = endpoint('POST /api/connector-products/delete', {
  may: 'work',
  withErrorMessage: true,
  summary: 'Delete one product of a connection, with its link',
  body: z.object({
    account_id: id.optional(),
    user_id: id.optional(),
    connector_product: z
      .object({
        ...{ id: id.optional(), connector_id: id.optional(), connector_product_sku: text(500).min(1).optional() },
        seen_product_id: seenProduct,
        seen_units_per_sale: seenUnits,
      })
      .refine(
        (product) => product.id !== undefined || (product.connector_id !== undefined && product.connector_product_sku !== undefined),
        'Give its id, or its connector_id and connector_product_sku',
      ),
  }),
  example: { body: { connector_product: { id: 1042 } } },
  replies: { 200: messageReply.extend({ alert_type: z.string(), undo: undoable }), 404: refusal, 409: refusal },
});

/** The most links that are accepted at once: so many can be undone together in time. */
export const mostEqualAtOnce = 500;

const equalPair = z.object({ id: z.number(), sku: z.string(), name: nullable, equal: equalProduct });
export type EqualPair = z.output<typeof equalPair>;

export const listEqualListingsCall = endpoint('GET /api/connectors/:name/products/equal', {
  ...ofConnection,
  summary: `Of a connection’s products without a link, those with one warehouse product of the same SKU or UPC, at most ${mostEqualAtOnce}`,
  replies: { 200: z.object({ data: z.array(equalPair), more: z.boolean() }), 404: refusal },
});

export const linkEqualListingsCall = endpoint('POST /api/connectors/:name/products/equal', {
  ...ofConnection,
  summary: 'Link these products, each to the equal one that a person saw; what is no longer equal or has been linked since is left out',
  body: z.object({
    links: z
      .array(z.object({ id, product_id: id }))
      .min(1)
      .max(mostEqualAtOnce),
  }),
  replies: { 200: messageReply.extend({ linked: z.number(), waiting: z.number(), undo: z.array(undoable.unwrap()) }), 404: refusal },
});

/** In bytes. */
export const largestListingFile = 20 * 1024 * 1024;
const fileReply = z.object({ message: z.string(), alertType: z.string() });

export const listingTexts = {
  unsure: 'This file can be read in several ways, so nothing of it was imported. Choose the one that reads right.',
} as const;

export const uploadListingsCall = endpoint('POST /api/connectors/:name/products/upload', {
  ...ofConnection,
  summary:
    'Take products of a connection from a CSV file, in the field file; 211 another type of file, 212 no table with SKUs, or one that can be read in several ways: send it again with the encoding of one of them',
  query: z.object({ encoding: encoding.optional() }),
  form: 'file',
  bodyLimit: largestListingFile + 10_000,
  replies: {
    200: fileReply,
    211: fileReply,
    212: fileReply.extend({ readings: readings.optional() }),
    404: refusal,
    409: refusal,
    413: refusal,
  },
});
