import { z } from 'zod';
import { endpoint, refusal, text } from '../../../platform/endpoint.ts';

export const liveEvents = endpoint('GET /api/events', {
  may: 'signed_in',
  summary:
    "The account's news as server-sent events, each `{ topic, ids? }`; all topics unless some are named, separated by commas. With `age_ms`, first what happened in so many milliseconds before. The topic `*`: anything may have changed",
  query: z.object({ topics: text(2_000).optional(), age_ms: z.coerce.number().int().min(0).optional() }),
  example: { query: { topics: 'orders,runs' }, reply: 'data: {"topic":"orders","ids":[1042]}\n\n' },
  replies: { 200: z.string(), 429: refusal },
  sends: ['text/event-stream'],
});
