import { z } from 'zod';
import { endpoint, refusal, text } from '../../../../platform/endpoint.ts';

export const confirmCall = endpoint('POST /api/auth/confirm', {
  may: 'signed_in',
  summary: 'Give the own password again: calls that need it are then served for half an hour',
  unaudited: 'it is a log line, like a sign-in',
  body: z.object({ password: text(1_000) }),
  replies: { 204: z.null(), 429: refusal },
});
