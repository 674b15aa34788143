import { endpoint, messageReply, refusal } from '../../../../platform/endpoint.ts';

export const confirmRunCall = endpoint('POST /api/runs/:id/confirm', {
  may: 'work',
  summary: 'Start what an agent prepared: over the records that it named then, and no others, once and within a day',
  replies: { 200: messageReply, 403: refusal, 409: refusal },
});

export const declineRunCall = endpoint('POST /api/runs/:id/decline', {
  may: 'work',
  summary: 'Decline what an agent prepared: nothing of it is done',
  replies: { 200: messageReply, 409: refusal },
});
