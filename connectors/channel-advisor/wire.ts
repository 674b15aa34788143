import { z } from 'zod';

// What the API sends; marketplaces differ, so that nearly everything may be null. Only fields that we use are copied, the others stay
// in the payload.

const id = z.union([z.number().int(), z.string().regex(/^\d+$/)]).transform(String);
const text = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => String(value ?? '').trim());
const units = z.number().pipe(z.int('is not a whole number'));
const amount = z
  .number()
  .nullish()
  .transform((value) => value ?? 0);
/** All times are UTC, whether or not they say so. */
const moment = z
  .string()
  .nullish()
  .transform((value, context) => {
    if (!value) return null;
    const instant = new Date(/[Z+]|-\d\d:\d\d$/.test(value) ? value : `${value}Z`);
    if (Number.isNaN(instant.getTime())) context.addIssue({ code: 'custom', message: 'is not a time' });
    return instant;
  });
/** What is only shown: when it cannot be read the order goes on without it. */
const orNull = <T extends z.ZodType>(schema: T) => schema.nullish().catch(null);

const fulfillmentItem = z.object({ ID: id, OrderItemID: id, ProductID: id.nullish(), Quantity: units });
export const fulfillment = z.object({
  ID: id,
  Type: text,
  DeliveryStatus: text,
  TrackingNumber: text,
  ShippingCarrier: text,
  ShippingClass: text,
  DistributionCenterID: z.number().nullish(),
  SellerFulfillmentID: text,
  Items: z.array(fulfillmentItem).nullish(),
});
export type WireFulfillment = z.infer<typeof fulfillment>;

const adjustments = z.array(z.object({ Type: text, RequestStatus: text, Quantity: units.nullish() })).nullish();

const item = z.object({
  ID: id,
  ProductID: id.nullish(),
  Sku: text,
  Title: text,
  Quantity: units,
  UnitPrice: amount,
  GiftMessage: text,
  GiftNotes: text,
  IsBundle: orNull(z.boolean()),
  BundleComponents: z.array(z.object({ ProductID: id.nullish(), Quantity: units })).nullish(),
  Adjustments: adjustments,
});
export type WireItem = z.infer<typeof item>;

export const order = z.object({
  ID: id,
  ProfileID: id,
  SiteID: id.nullish(),
  SiteName: text,
  SiteOrderID: text,
  Currency: text,
  CreatedDateUtc: moment,
  ImportDateUtc: moment,
  UpdatedDateUtc: moment,
  CheckoutDateUtc: moment,
  PaymentDateUtc: moment,
  ShippingDateUtc: moment,
  PublicNotes: text,
  PrivateNotes: text,
  SpecialInstructions: text,
  TotalPrice: amount,
  TotalTaxPrice: amount,
  TotalShippingPrice: amount,
  AdditionalCostOrDiscount: amount,
  EstimatedShipDateUtc: orNull(moment),
  DeliverByDateUtc: orNull(moment),
  RequestedShippingCarrier: text,
  RequestedShippingClass: text,
  OrderTags: text,
  DistributionCenterTypeRollup: text,
  CheckoutStatus: text,
  PaymentStatus: text,
  ShippingStatus: text,
  BuyerUserId: text,
  BuyerEmailAddress: text,
  ...person('Shipping'),
  ...person('Billing'),
  ShippingCompanyName: text,
  ShippingAddressLine1: text,
  ShippingAddressLine2: text,
  ShippingCity: text,
  ShippingStateOrProvince: text,
  ShippingPostalCode: text,
  ShippingCountry: text,
  Items: z.array(item),
  Fulfillments: z.array(fulfillment),
  /** Those of the order as a whole. */
  Adjustments: adjustments,
});
export type WireOrder = z.infer<typeof order>;

function person<P extends string>(prefix: P) {
  type Names = `${P}${'Title' | 'FirstName' | 'LastName' | 'Suffix' | 'DaytimePhone'}`;
  const names = ['Title', 'FirstName', 'LastName', 'Suffix', 'DaytimePhone'].map((name) => [prefix + name, text]);
  return Object.fromEntries(names) as Record<Names, typeof text>;
}

/** Each record of a page is read by itself, so that a bad one does not take the page with it. */
export const page = z.object({ value: z.array(z.unknown()), '@odata.nextLink': z.string().nullish() });
export type WirePage = z.infer<typeof page>;
export const anyRecord = z.looseObject({});
export const nothing = z.unknown();

export const token = z.object({ access_token: z.string().min(1), expires_in: z.number() });
export const profile = z.object({ ID: id, AccountName: text });
export const distributionCenter = z.object({
  ID: z.number(),
  Name: text,
  Code: text,
  Type: text,
  IsExternallyManaged: z.boolean().nullish().transform(Boolean),
  IsDeleted: z.boolean().nullish().transform(Boolean),
});
export type WireCenter = z.infer<typeof distributionCenter>;
const images = z.array(z.object({ Url: text })).nullish();
export const pictured = z.object({ ID: id, Images: images });
export const product = z.object({
  ID: id,
  Sku: text,
  Title: text,
  UPC: text,
  EAN: text,
  WarehouseLocation: text.nullish(),
  TotalAvailableQuantity: z.number().int().nullish(),
  Images: images,
});
export const productId = z.object({ ID: id, Sku: text, UPC: text, EAN: text });
export const webhook = z.object({ ID: id, Status: text, WebhookUri: text });
export type WireWebhook = z.infer<typeof webhook>;
/** An order, as a delivery of a webhook has it. */
export const delivered = z.object({ ID: id, ProfileID: id });
export const newRecord = z.object({ ID: id });
export const refusal = z.object({
  Message: z.string().optional(),
  error: z.union([z.string(), z.object({ message: z.string().optional() })]).optional(),
});
