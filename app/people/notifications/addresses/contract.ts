import { z } from 'zod';
import { endpoint, messageReply, refusal, text } from '../../../../platform/endpoint.ts';

export const resendConfirmationCall = endpoint('POST /api/notifications/addresses/resend', {
  may: 'map',
  summary: 'Mail an address again that waits for its confirmation. Once in five minutes and five times a day',
  unaudited: 'it changes nothing',
  body: z.object({ address: text(320) }),
  replies: { 200: messageReply, 404: refusal, 429: refusal, 502: refusal },
});

const token = text(2_000);

export const readConfirmationCall = endpoint('GET /api/auth/mail-address', {
  may: 'anyone',
  summary: 'Which account wants to mail which address, by the link in the mail that asks',
  query: z.object({ token }),
  replies: { 200: z.object({ account: z.string(), address: z.string() }), 404: refusal },
});

export const confirmAddressCall = endpoint('POST /api/auth/mail-address', {
  may: 'anyone',
  summary: 'Confirm that an address wants to be mailed, by the link in the mail that asks',
  body: z.object({ token }),
  replies: { 200: messageReply, 404: refusal },
});
