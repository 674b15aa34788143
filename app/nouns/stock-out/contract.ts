import { z } from 'zod';
import { endpoint, instant, messageReply, refusal, text } from '../../../platform/endpoint.ts';

export const stockModes = ['off', 'rehearsal', 'on'] as const;
export type StockMode = (typeof stockModes)[number];

const mostKeptBack = 1_000_000;
const units = z.coerce.number().int('Must be a whole number').min(0, 'Must not be negative').max(mostKeptBack, 'Must be at most 1,000,000');

/** Whether so many units can be kept back; an empty or unreadable field gives NaN. Without the schema, which browsers do not have. */
export const isBuffer = (count: number) => Number.isInteger(count) && count >= 0 && count <= mostKeptBack;

const settings = z.object({
  mode: z.enum(stockModes),
  /** The channel's own location that the stock is told for. */
  location_id: z.string().nullable(),
  location_name: z.string().nullable(),
  /** Units of each product that are kept back. */
  buffer: z.number(),
});
export type StockSettings = z.output<typeof settings>;

export const listStockLocationsCall = endpoint('GET /api/connectors/:name/stock-locations', {
  may: 'map',
  summary: 'The locations that a channel keeps stock for, as it lists them now',
  replies: { 200: z.object({ locations: z.array(z.object({ id: z.string(), name: z.string() })) }), 404: refusal, 409: refusal },
});

export const saveStockSettingsCall = endpoint('PUT /api/connectors/:name/stock', {
  may: 'map',
  withErrorMessage: true,
  summary: 'Say whether a channel is told of stock, for which of its locations, and how many units of each product are kept back',
  body: z
    .object({
      mode: z.enum(stockModes),
      location_id: text(200).nullable().default(null),
      location_name: text(500).nullable().default(null),
      buffer: units.default(0),
    })
    .refine(({ mode, location_id }) => mode === 'off' || Boolean(location_id), {
      path: ['location_id'],
      message: 'Choose the location at the channel that the stock is sent for.',
    }),
  replies: { 200: messageReply, 404: refusal, 409: refusal },
});

export const pushStockCall = endpoint('POST /api/connectors/:name/stock/push', {
  may: 'work',
  summary: 'Tell a channel the stock of all its linked products, as a run',
  replies: { 200: messageReply.extend({ runId: z.number(), total: z.number() }), 404: refusal, 409: refusal },
});

export const saveBufferCall = endpoint('PUT /api/connector-products/:id/buffer', {
  may: 'map',
  withErrorMessage: true,
  summary: 'Say how many units of a product are kept back from one channel; null where the connection’s own buffer counts',
  body: z.object({ buffer: units.nullable() }),
  replies: { 200: messageReply, 404: refusal },
});

/** What a channel was told of a product, and what it replied. */
const push = z.object({
  id: z.number(),
  connection_name: z.string(),
  slug: z.string(),
  sku: z.string(),
  quantity: z.number().nullable(),
  outcome: z.enum(['sent', 'rehearsed', 'refused']),
  reason: z.string().nullable(),
  at: instant,
});
export type StockPush = z.output<typeof push>;

export const listPushesCall = endpoint('GET /api/products/:id/stock-pushes', {
  may: 'work',
  summary: 'What channels were last told of a product’s stock, and what they replied',
  replies: { 200: z.object({ data: z.array(push) }), 404: refusal },
});
