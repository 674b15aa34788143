import { z } from 'zod';
import { fromPacific } from './pacific.ts';

// What V1 really sends: numbers as strings, null for anything, fields missing, fields that nobody documents.
// Only fields that we use are copied; the others stay in the payload. Copying them all took half of the parse time.

const id = z.union([z.string().min(1), z.number()]).transform(String);
const text = z
  .union([z.string(), z.number(), z.boolean()])
  .nullish()
  .transform((value) => String(value ?? '').trim());
const number = z.union([
  z.number(),
  z
    .string()
    .trim()
    .regex(/^-?\d+(\.\d+)?$/)
    .transform(Number),
]);
const amount = number.nullish().transform((value) => value ?? 0);
const flag = z.boolean().nullish().transform(Boolean);
const moment = z
  .string()
  .nullish()
  .transform((value, context) => {
    const instant = value ? fromPacific(value) : null;
    if (value && !instant) context.addIssue({ code: 'custom', message: 'is not a time' });
    return instant;
  });

/** What is only shown: when it cannot be read the order goes on without it. */
const orNull = <T extends z.ZodType>(schema: T) => schema.nullish().catch(null);

const address = z.object({
  name: text,
  company: text,
  street1: text,
  street2: text,
  street3: text,
  city: text,
  state: text,
  postalCode: text,
  country: text,
  phone: text,
});

const item = z.object({
  orderItemId: id.nullish(),
  lineItemKey: text,
  sku: text,
  name: text,
  imageUrl: text,
  quantity: number.pipe(z.int('is not a whole number')),
  unitPrice: amount,
  warehouseLocation: text,
  adjustment: flag,
  upc: text,
  options: orNull(z.array(z.object({ name: text, value: text }))),
});

export const order = z.object({
  orderId: id,
  orderNumber: text,
  orderDate: moment,
  createDate: moment,
  modifyDate: moment,
  orderStatus: text,
  customerId: id.nullish(),
  customerUsername: text,
  customerEmail: text,
  billTo: address.nullish(),
  shipTo: address.nullish(),
  items: z.array(item).nullish(),
  orderTotal: amount,
  taxAmount: amount,
  shippingAmount: amount,
  customerNotes: text,
  internalNotes: text,
  gift: flag,
  giftMessage: text,
  shipByDate: orNull(moment),
  amountPaid: orNull(number),
  tagIds: orNull(z.array(id)),
  requestedShippingService: text,
  serviceCode: text,
  weight: z.object({ value: amount, units: text }).nullish(),
  externallyFulfilled: flag,
  advancedOptions: z
    .object({
      storeId: id.nullish(),
      warehouseId: orNull(id),
      customField1: text,
      customField2: text,
      customField3: text,
      parentId: id.nullish(),
      mergedIds: z.array(id).nullish(),
    })
    .nullish(),
});
export type WireOrder = z.infer<typeof order>;
export type WireItem = z.infer<typeof item>;

/** Each order of a page is read by itself, so that a bad one does not take the page with it. */
export const orderPage = z.object({ orders: z.array(z.unknown()), total: number, page: number, pages: number });
export type OrderPage = z.infer<typeof orderPage>;
export const anyRecord = z.looseObject({});
export const stores = z.array(z.object({ storeId: id, storeName: text }));
export const warehouses = z.array(z.object({ warehouseId: id, warehouseName: text }));
export const tags = z.array(z.object({ tagId: id, name: text }));
/** Custom carriers and services may come without a code: no order can carry them. */
export const carriers = z
  .array(z.object({ code: text, name: text, nickname: text }))
  .transform((list) => list.filter(({ code }) => code !== ''));
export const services = z.array(z.object({ code: text, name: text })).transform((list) => list.filter(({ code }) => code !== ''));
export const refusal = z.object({
  Message: z.string().optional(),
  message: z.string().optional(),
  ExceptionMessage: z.string().optional(),
  ExceptionType: z.string().optional(),
  success: z.boolean().optional(),
  ModelState: z.record(z.string(), z.array(z.string())).optional(),
});
export const webhooks = z.object({ webhooks: z.array(z.object({ WebHookID: id, HookType: text, Url: text })) });
export const webhook = z.object({ resource_url: z.url(), resource_type: z.string() });
