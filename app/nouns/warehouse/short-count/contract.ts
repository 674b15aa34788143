import { z } from 'zod';
import { endpoint, messageReply, refusal, text } from '../../../../platform/endpoint.ts';

export const acceptShortCountCall = endpoint('POST /api/stock-counts/:connectionId/use', {
  may: 'work',
  summary: 'Use a warehouse’s count of stock that suddenly names few products: what it does not name is told as none',
  body: z.object({ seen: text(100).optional().meta({ title: 'Of which count that was shown, as the issue names it' }) }).nullish(),
  replies: { 200: messageReply, 404: refusal, 409: refusal },
});
