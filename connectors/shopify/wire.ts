import { z } from 'zod';
import { text } from '../http/shapes.ts';
import { refusable } from './refusals.ts';

/** What the Admin API sends, as far as it is read. */

/** An id of ours is the digits of Shopify's: `gid://shopify/Order/450789469` is 450789469. */
export const id = z
  .string()
  .regex(/^gid:\/\/shopify\/[A-Za-z]+\/\d{1,20}$/, 'is not an id of Shopify')
  .transform((gid) => digitsOf(gid));
export const gid = (kind: string, digits: string) => `gid://shopify/${kind}/${digits}`;
export const digitsOf = (gid: string) => gid.slice(gid.lastIndexOf('/') + 1);

const moment = z.iso.datetime({ offset: true, error: 'is not a time' }).transform((text) => new Date(text));
/** Amounts are in the shop's currency: what the buyer was shown may be another one. */
const money = z
  .object({ shopMoney: z.object({ amount: z.string().regex(/^-?\d{1,15}(\.\d{1,10})?$/, 'is not an amount') }) })
  .transform(({ shopMoney }) => shopMoney.amount);

const pageInfo = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() });
export type PageInfo = z.output<typeof pageInfo>;
export const connection = <T extends z.ZodType>(node: T) => z.object({ nodes: z.array(node), pageInfo });

export const anyRecord = z.record(z.string(), z.unknown());
export type RawOrder = z.output<typeof anyRecord>;
/** A refusal outside GraphQL: `{"errors":"[API] Invalid API key or access token"}`. */
export const refusal = z.object({ errors: z.string() });

const attributes = z.array(z.object({ key: z.string(), value: text }));

export const line = z.object({
  ...{ id, remainingQuantity: z.int('is not a whole number'), totalQuantity: z.int('is not a whole number') },
  ...{ requiresShipping: z.boolean(), sku: text, inventoryItemId: id.nullish(), productTitle: text },
  lineItem: z.object({
    ...{ id, name: text, discountedUnitPriceAfterAllDiscountsSet: money },
    ...{ image: z.object({ url: text }).nullish(), customAttributes: attributes },
  }),
});
export type Line = z.output<typeof line>;

export const fulfillmentOrder = z.object({
  ...{ id: z.string(), status: z.string(), requestStatus: z.string(), fulfillBy: moment.nullish() },
  assignedLocation: z.object({ name: text, location: z.object({ id, isFulfillmentService: z.boolean() }).nullish() }),
  deliveryMethod: z.object({ methodType: z.string() }).nullish(),
  fulfillmentHolds: z.array(z.object({ id: z.string(), heldByRequestingApp: z.boolean() })),
  merchantRequests: z.object({ nodes: z.array(z.object({ id: z.string(), message: text })) }),
  // Not in the file of a bulk operation.
  shipRequests: z.object({ nodes: z.array(z.object({ id: z.string() })) }).optional(),
  lineItems: connection(line),
});
export type FulfillmentOrder = z.output<typeof fulfillmentOrder>;

const address = z.object({
  ...{ name: text, company: text, address1: text, address2: text, city: text, province: text, provinceCode: text, zip: text },
  ...{ countryCodeV2: text, phone: text },
});

export const order = z.object({
  ...{ id, name: z.string().min(1), updatedAt: moment, processedAt: moment, cancelledAt: moment.nullish() },
  ...{ currencyCode: z.string().length(3), displayFulfillmentStatus: z.string(), displayFinancialStatus: z.string().nullish() },
  ...{ email: text, phone: text, note: text, poNumber: text, tags: z.array(z.string()) },
  test: z.boolean().nullish(),
  currentTotalWeight: z.union([z.string(), z.number()]).nullish(),
  billingAddress: z.object({ name: text, company: text }).nullish(),
  shippingAddress: address.nullish(),
  shippingLine: z.object({ code: text, title: text }).nullish(),
  ...{ currentShippingPriceSet: money, currentTotalTaxSet: money, currentTotalPriceSet: money },
  parcels: z.object({ value: z.string(), compareDigest: z.string() }).nullish(),
  fulfillmentOrders: connection(fulfillmentOrder),
});
export type WireOrder = z.output<typeof order>;

export const changedFulfillmentOrder = z.object({ updatedAt: moment, order: z.object({ id, updatedAt: moment }) });

export const location = z.object({ id, name: z.string(), isFulfillmentService: z.boolean() });
const place = location.omit({ name: true }).nullish();
export const fulfillment = z.object({
  ...{ id, status: z.string(), location: place },
  fulfillmentLineItems: z.object({ nodes: z.array(z.object({ quantity: z.int().nullish(), lineItem: z.object({ id }) })) }),
});
export type Fulfillment = z.output<typeof fulfillment>;

export const parcel = z.object({
  ...{ id, status: z.string(), createdAt: moment, location: place },
  trackingInfo: z.array(z.object({ number: text })),
});

export const shop = z.object({
  shop: z.object({ id, name: z.string(), myshopifyDomain: z.string().min(1) }),
  currentAppInstallation: z.object({ accessScopes: z.array(z.object({ handle: z.string() })) }),
});
export const webhook = z.object({ id: z.string(), topic: z.string(), uri: text });

const picture = z.object({ preview: z.object({ image: z.object({ url: text }).nullish() }).nullish() });
export const variant = z.object({
  ...{ id, sku: text, barcode: text, displayName: text, updatedAt: moment, inventoryQuantity: z.int().nullish() },
  product: z.object({ onlineStoreUrl: text, featuredMedia: picture.nullish() }),
  media: z.object({ nodes: z.array(picture) }),
  inventoryItem: z.object({ id, tracked: z.boolean() }),
});

export const stocked = z.object({
  ...{ id, sku: text, tracked: z.boolean() },
  inventoryLevel: z.object({ quantities: z.array(z.object({ quantity: z.int() })) }).nullish(),
});
export type Stocked = z.output<typeof stocked>;

export const ofProduct = z.object({
  sku: text,
  product: z.object({ id: z.string(), variantsCount: z.object({ count: z.int() }).nullish() }),
});
export type VariantFound = z.output<typeof ofProduct>;
export const underHandle = z.object({ id: z.string(), variants: z.object({ nodes: z.array(z.object({ sku: text })) }) });
/** As Shopify has it, whole: it is a ticket of ours. */
export const operationId = z.string().regex(/^gid:\/\/shopify\/ProductSetOperation\/\d{1,20}$/, 'is not an id of an operation');
export const productOperation = z.object({
  status: z.string(),
  product: z.object({ onlineStoreUrl: text, variants: z.object({ nodes: z.array(z.object({ id })) }) }).nullish(),
  userErrors: refusable.shape.userErrors.nullish(),
});

export const bulkOperation = z.object({
  ...{ status: z.string(), url: z.string().nullish(), createdAt: moment },
  // Of 64 bits, and so a text.
  fileSize: z
    .union([z.string(), z.number()])
    .nullish()
    .transform((size) => Number(size ?? 0)),
});

export const token = z.object({
  ...{ access_token: z.string().min(1), expires_in: z.number().positive() },
  // To a code and a refresh token alone.
  ...{ refresh_token: z.string().min(1).optional(), refresh_token_expires_in: z.number().positive().optional() },
});
export const grantRefusal = z
  .object({ error: z.string(), error_description: z.string().nullish() })
  .transform(({ error, error_description }) => ({ error, text: error_description ?? error }));
