import { z } from 'zod';
import { endpoint, id, instant, messageReply, refusal } from '../../../../platform/endpoint.ts';

const delivery = z.object({
  id: z.number(),
  type: z.string(),
  record_id: z.number(),
  /** When it happened. */
  at: instant,
  state: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.number(),
  /** When it is tried next, where it waits. */
  due_at: instant.nullable(),
  /** The status of the last reply; null where none came. */
  status: z.number().nullable(),
  took_ms: z.number().nullable(),
});
export type Delivery = z.output<typeof delivery>;

export const deliveryStates = ['', 'waiting', 'delivered', 'failed'] as const;
export const logFilter = z.strictObject({ state: z.enum(deliveryStates).optional() });
export type LogFilter = z.output<typeof logFilter>;

export const listDeliveriesCall = endpoint('GET /api/event-subscriptions/:id/deliveries', {
  may: 'map',
  summary: 'What was sent to a webhook in the last 30 days, newest first, fifty at a time',
  query: logFilter.extend({ before: id.optional() }),
  example: { query: { state: 'failed' } },
  replies: { 200: z.object({ data: z.array(delivery) }), 404: refusal },
});

const deliveryTry = z.object({
  id: z.number(),
  at: instant,
  url: z.string(),
  took_ms: z.number(),
  status: z.number().nullable(),
  /** Why there was no reply. */
  reason: z.string().nullable(),
  /** The first kilobyte of the reply. */
  reply: z.string(),
});

export const readDeliveryCall = endpoint('GET /api/event-subscriptions/:id/deliveries/:deliveryId', {
  may: 'map',
  summary: 'A delivery: what is sent, and each try with its reply',
  replies: { 200: delivery.extend({ webhook_id: z.string(), body: z.string(), tries: z.array(deliveryTry) }), 404: refusal },
});
export type DeliveryWithTries = z.output<(typeof readDeliveryCall)['replies'][200]>;

const changed = { 200: messageReply, 404: refusal, 409: refusal };

export const replayDeliveryCall = endpoint('POST /api/event-subscriptions/:id/deliveries/:deliveryId/replay', {
  may: 'connect',
  summary: 'Send an event again, under the same webhook-id',
  replies: changed,
});

export const replaySinceCall = endpoint('POST /api/event-subscriptions/:id/replay', {
  may: 'connect',
  summary: 'Send all events since a time again that the webhook names, in their order, whether they arrived or not',
  body: z.object({ since: instant }),
  example: { body: { since: '2026-11-20T09:30:00Z' } },
  replies: changed,
});
