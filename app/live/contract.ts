import { z } from 'zod';
import { endpoint, refusal, text } from '../../platform/endpoint.ts';

export const liveEvents = endpoint({
  method: 'GET',
  path: '/api/events',
  may: 'signed_in',
  summary: "The account's news as server-sent events, each `{ topic, ids? }`; all topics unless some are named, separated by commas",
  query: z.object({ topics: text(2_000).optional() }),
  replies: { 200: z.string(), 429: refusal },
});
