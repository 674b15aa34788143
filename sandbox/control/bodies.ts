import { z } from 'zod';
import { deliveryKinds } from '../amware/deliveries.ts';
import { paces } from '../amware/pace.ts';
import { kitNames } from '../kit/names.ts';
import { orderStatuses } from '../ship-station/order.ts';

const wait = z.number().int().nonnegative().nullable();
const pace = z.union([
  z.enum(Object.keys(paces) as (keyof typeof paces)[]).transform((name) => paces[name]),
  z.object({
    open: wait,
    picking: wait,
    packed: wait,
    partially_shipped: wait,
    receiving: wait,
    twoParcelsPercent: z.number().min(0).max(100),
  }),
]);
const limit = z.number().int().positive().nullable();

export const settingsBody = z.object({
  limits: z.partialRecord(z.enum(['shipStation', 'channelAdvisor', 'amware', 'netsuite', ...kitNames]), limit).optional(),
  pace: pace.optional(),
  latencyMs: z.number().nonnegative().optional(),
  cancelWins: z.enum(['always', 'never', 'by_order']).optional(),
  deliveries: z.enum(deliveryKinds).optional(),
});

const text = z.string().nullable().optional();
const money = z.string().regex(/^-?\d+(\.\d{1,3})?$/);
const address = z.object({
  name: text,
  company: text,
  street1: text,
  street2: text,
  city: text,
  state: text,
  postalCode: text,
  country: z.string().optional(),
  phone: text,
});
const changes = z.object({
  orderStatus: z.enum(orderStatuses).optional(),
  customerEmail: text,
  customerNotes: text,
  internalNotes: text,
  giftMessage: text,
  tagIds: z.array(z.number().int()).optional(),
  serviceCode: text,
  storeId: z.number().int().optional(),
  poNumber: text,
  externallyFulfilled: z.boolean().optional(),
  shippingAmount: money.optional(),
  taxAmount: money.optional(),
  shipTo: address.optional(),
});

export const changeBody = changes;

/** Orders to enter; missing fields get defaults. */
export const ordersBody = z.object({
  account: z.string().optional(),
  orders: z.array(
    changes.extend({
      orderNumber: z.string().min(1),
      customerId: z.number().int().nullable().optional(),
      items: z.array(
        z.object({
          sku: z.string(),
          quantity: z.number().int(),
          name: z.string().optional(),
          unitPrice: money.optional(),
          adjustment: z.boolean().optional(),
          upc: text,
          weightOunces: z.number().nonnegative().nullable().optional(),
          options: z.array(z.object({ name: z.string(), value: z.string() })).optional(),
        }),
      ),
    }),
  ),
});

/** How many units of which SKU go to the new order. */
export const splitBody = z.object({ items: z.array(z.object({ sku: z.string(), quantity: z.number().int().positive() })).min(1) });
/** The orders that go into the one of the address. */
export const mergeBody = z.object({ orderIds: z.array(z.number().int()).min(1) });

export const dropBody = z.object({ account: z.string().optional(), skus: z.array(z.string().min(1)) });

export const itemsBody = z.object({
  account: z.string().optional(),
  items: z.array(
    z.object({ sku: z.string().min(1), name: z.string().min(1), upc: text, units: z.number().int().nonnegative().optional() }),
  ),
});

export const hookBody = z.object({
  target: z.enum(['ship_station', 'amware']),
  account: z.string().optional(),
  url: z.url(),
  /** What Amware signs with; ShipStation signs nothing. */
  secret: z.string().default(''),
});
