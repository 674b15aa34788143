import { z } from 'zod';
import { endpoint, refusal, text } from '../../../../platform/endpoint.ts';
import { longestCode } from '../saves/contract.ts';

/** What a code of a channel's can name. */
const kind = z.enum(['shipping', 'location']);
export type Code = { kind: z.output<typeof kind>; code: string };

export const countStopsCall = endpoint('GET /api/connectors/:name/mapped-codes/stops', {
  may: 'map',
  summary: 'How many orders that have not left would stop if a shipping code or location were no longer mapped',
  query: z.object({ kind, code: text(longestCode) }),
  example: { query: { kind: 'shipping', code: 'ups_ground' } },
  replies: { 200: z.object({ stops: z.number() }), 404: refusal },
});
