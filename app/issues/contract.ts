import { z } from 'zod';
import { endpoint, id, instant, messageReply, refusal, text } from '../../platform/endpoint.ts';
import { methodGroups } from '../mappings/shipping-options/contract.ts';
import { issueTypes } from './issue.ts';

const candidate = z.object({
  id: z.number(),
  sku: z.string(),
  name: z.string(),
  upc: z.string().nullable(),
  image_url: z.string().nullable(),
  quantity_available: z.number(),
  warehouse_location: z.string().nullable(),
});

/** What a remedy's dialog needs: how many orders it mends, and the likeliest answers. */
export const issueRemedyCall = endpoint({
  method: 'GET',
  path: '/api/issues/remedy',
  may: 'work',
  summary: 'How many orders wait for a cause, and what would most likely mend it',
  query: z.object({ type: z.enum(issueTypes), connection_id: id, subject: text(500) }),
  replies: {
    200: z.object({
      waiting: z.number(),
      connection_name: z.string(),
      name: z.string().nullable(),
      products: z.array(candidate),
      methods: methodGroups,
      likely_method: z.string().nullable(),
      warehouses: z.array(z.object({ code: z.string(), name: z.string() })),
      order_ids: z.array(z.number()),
    }),
    404: refusal,
  },
});

/** Open issues by cause, oldest first: the inbox of the home page. */
export const listCausesCall = endpoint({
  method: 'GET',
  path: '/api/issues',
  may: 'work',
  summary: 'What needs a person now, grouped by cause',
  replies: {
    200: z.object({
      total: z.number(),
      groups: z.array(
        z.object({
          type: z.enum(issueTypes),
          issues: z.number(),
          orders: z.number().nullable(),
          oldest_at: instant,
          causes: z.array(
            z.object({
              connection_id: z.number().nullable(),
              connection_name: z.string().nullable(),
              slug: z.string().nullable(),
              subject: z.string(),
              sentence: z.string(),
              name: z.string().nullable(),
              orders: z.number(),
              opened_at: z.string(),
              order_id: z.number().nullable(),
            }),
          ),
          more_causes: z.number(),
        }),
      ),
    }),
  },
});

export const linkLineCall = endpoint({
  method: 'POST',
  path: '/api/connector-products',
  may: 'work',
  summary: 'Link a channel’s SKU to a warehouse product, or unlink it',
  body: z.object({
    account_id: id.optional(),
    user_id: id.optional(),
    connector_product: z.object({
      id: id.optional(),
      connection_id: id.optional(),
      connector_product_sku: text(500).optional(),
      product_id: id.nullable(),
    }),
  }),
  replies: { 200: messageReply.extend({ alert_type: z.string(), waiting: z.number() }), 404: refusal },
});

export const mapShippingCall = endpoint({
  method: 'PUT',
  path: '/api/connectors/:name/shipping-options',
  may: 'map',
  summary: 'Map a connection’s shipping codes to warehouse shipping methods',
  params: z.object({ name: text(100) }),
  body: z.object({
    codes: z
      .array(z.object({ id: id.optional(), connectorCode: text(200), description: text(500).optional(), amwareCode: text(100) }))
      .min(1)
      .max(1000),
  }),
  replies: { 200: messageReply.extend({ waiting: z.number() }), 404: refusal },
});

export const mapLocationCall = endpoint({
  method: 'POST',
  path: '/api/connectors/:name/save-locations',
  may: 'map',
  summary: 'Map a connection’s locations to warehouses',
  params: z.object({ name: text(100) }),
  body: z.object({
    locations: z
      .array(z.object({ internal_id: text(200), amware_location: text(100) }))
      .min(1)
      .max(1000),
  }),
  replies: { 200: messageReply.extend({ waiting: z.number() }), 404: refusal },
});
