import { z } from 'zod';
import { id, moment } from '../http/shapes.ts';

/** What Amazon's Selling Partner API sends, as far as it is read. Money is decimal text; times are ISO 8601. */

const decimal = z.union([z.string(), z.number()]).transform(Number).refine(Number.isFinite, 'is not an amount');
const text = z
  .string()
  .nullish()
  .transform((value) => value?.trim() || null);
const whole = z.number().int('is not a whole number');
const records = z.record(z.string(), z.unknown());

const amount = z.object({ amount: decimal, currencyCode: z.string().length(3) });
const parts = z.array(z.object({ type: z.string(), subtotal: amount })).nullish();
const range = z.object({ latestDateTime: moment.nullish() }).nullish();

const item = z.object({
  ...{ orderItemId: z.string().min(1), quantityOrdered: whole },
  product: z.object({
    ...{ asin: text, title: text, sellerSku: text },
    price: z.object({ unitPrice: amount.nullish() }).nullish(),
    customization: z.object({ customizedUrl: text }).nullish(),
  }),
  cancellation: z
    .object({
      cancellationRequest: z.object({ cancelReason: text }).nullish(),
      cancellationExecution: z.object({ cancelledBy: text }).nullish(),
    })
    .nullish(),
  fulfillment: z
    .object({
      quantityUnfulfilled: whole.nullish(),
      packing: z.object({ giftOption: z.object({ giftMessage: text }).nullish() }).nullish(),
    })
    .nullish(),
});
export type WireItem = z.output<typeof item>;

const parcel = z.object({
  packageReferenceId: z.string().min(1),
  packageStatus: z.object({ status: text }).nullish(),
  packageItems: z.array(z.object({ orderItemId: z.string(), quantity: whole })).nullish(),
});
export type WirePackage = z.output<typeof parcel>;

/** What a parcel is found by. Whatever else of one cannot be read, or of another, keeps none from being found. */
export const listedPackages = z.object({ packages: z.array(z.unknown()).nullish() });
export const listedPackage = z.object({
  ...{ packageReferenceId: id, trackingNumber: z.unknown().optional(), packageItems: z.unknown().optional() },
  packageStatus: z.object({ status: z.unknown().optional() }).nullish().catch(null),
});
export type ListedPackage = z.output<typeof listedPackage>;

const address = z.object({
  ...{ name: text, companyName: text, addressLine1: text, addressLine2: text, addressLine3: text, city: text, districtOrCounty: text },
  ...{ municipality: text, stateOrRegion: text, postalCode: text, countryCode: text, phone: text },
});
export type WireAddress = z.output<typeof address>;

export const order = z.object({
  ...{ orderId: z.string().min(1), createdTime: moment, lastUpdatedTime: moment, programs: z.array(z.string()).nullish() },
  salesChannel: z.object({ marketplaceId: text, marketplaceName: text }),
  buyer: z.object({ buyerName: text, buyerEmail: text, buyerPurchaseOrderNumber: text }).nullish(),
  recipient: z
    .object({ deliveryAddress: address.nullish(), deliveryPreference: z.object({ addressInstruction: text }).nullish() })
    .nullish(),
  proceeds: z.object({ grandTotal: amount.nullish(), breakdowns: parts }).nullish(),
  fulfillment: z.object({ fulfillmentStatus: z.string(), fulfilledBy: text, fulfillmentServiceLevel: text, shipByWindow: range }).nullish(),
  orderItems: z.array(item),
  packages: z.array(parcel).nullish(),
});
export type WireOrder = z.output<typeof order>;

export const searched = z.object({
  orders: z.array(records),
  pagination: z.object({ nextToken: text }).nullish(),
  lastUpdatedBefore: moment.nullish(),
});
export const oneOrder = z.object({ order: records });

export const participations = z.object({
  payload: z.array(
    z.object({
      marketplace: z.object({ id: z.string(), name: z.string(), countryCode: z.string() }),
      participation: z.object({ isParticipating: z.boolean() }),
      storeName: text,
    }),
  ),
});

export const listed = z.object({ items: z.array(records) });
/** `DEFAULT` is the seller's own stock; every other code is a centre of Amazon's. */
export const offered = z.object({
  fulfillmentAvailability: z.array(z.object({ fulfillmentChannelCode: z.string() })).nullish(),
});
export const submitted = z.object({
  status: z.enum(['ACCEPTED', 'INVALID', 'VALID']),
  issues: z.array(z.object({ severity: z.string(), message: z.string() })).nullish(),
});

export const upload = z.object({ feedDocumentId: z.string(), url: z.url() });
export const createdFeed = z.object({ feedId: z.string() });
const working = { processingStatus: z.enum(['CANCELLED', 'DONE', 'FATAL', 'IN_PROGRESS', 'IN_QUEUE']) };
export const feed = z.object({ ...working, resultFeedDocumentId: text });
export const createdReport = z.object({ reportId: z.string() });
export const report = z.object({ ...working, reportDocumentId: text });
export const document = z.object({ url: z.url(), compressionAlgorithm: text });
/** What became of a JSON_LISTINGS_FEED, by the ids of its messages. */
export const feedReport = z.object({
  issues: z.array(z.object({ messageId: z.number().nullish(), severity: z.string(), message: z.string() })).nullish(),
});

const sent = z.object({ destinationId: z.string(), resource: z.object({ sqs: z.object({ arn: z.string() }).nullish() }) });
export const destinations = z.object({ payload: z.array(sent) });
export const destination = z.object({ payload: sent });
export const subscription = z.object({ payload: z.object({ destinationId: z.string() }) });

export const token = z.object({ access_token: z.string().min(1), expires_in: z.number().positive(), refresh_token: z.string().nullish() });
export const grantRefusal = z.object({ error: text, error_description: text });
export const refusal = z.object({ errors: z.array(z.object({ code: text, message: text, details: text })).min(1) });
