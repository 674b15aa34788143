import { z } from 'zod';
import { endpoint, messageReply, refusal, text } from '../../../../platform/endpoint.ts';

const password = text(1_000);
/** Of an authenticator app, or a recovery code. */
const code = text(100);
const recoveryCodes = z.array(z.string());

export const signInWithCode = endpoint('POST /api/auth/two-factor/sign-in', {
  may: 'anyone',
  summary: 'The second step of signing in: the code of the authenticator app, or a recovery code; the reply sets the session cookie',
  unaudited: 'sign-ins are log lines, right and wrong',
  body: z.object({ code }),
  replies: { 200: z.object({}), 400: refusal, 401: refusal, 429: refusal },
});

export const setUpTwoFactor = endpoint('POST /api/auth/two-factor/set-up', {
  may: 'signed_in',
  beforeTwoFactor: true,
  summary: 'Begin to set up an authenticator app: what it scans, and the recovery codes; it counts once confirmed',
  unaudited: 'nothing changes until it is confirmed',
  body: z.object({ password }),
  replies: { 200: z.object({ address: z.string(), recoveryCodes }), 409: refusal, 429: refusal },
});

export const confirmTwoFactor = endpoint('POST /api/auth/two-factor/confirm', {
  may: 'signed_in',
  beforeTwoFactor: true,
  summary: 'Turn two-factor sign-in on with a first code of the app; ends every other session of that person',
  body: z.object({ code }),
  replies: { 200: messageReply, 409: refusal, 429: refusal },
});

export const renewRecoveryCodes = endpoint('POST /api/auth/two-factor/recovery-codes', {
  may: 'signed_in',
  summary: 'New recovery codes; the earlier ones stop working',
  body: z.object({ password }),
  replies: { 200: z.object({ recoveryCodes }), 409: refusal, 429: refusal },
});

export const turnOffTwoFactor = endpoint('POST /api/auth/two-factor/turn-off', {
  may: 'signed_in',
  summary: 'Sign in by password alone from now on; ends every other session of that person',
  body: z.object({ password }),
  replies: { 200: messageReply, 409: refusal, 429: refusal },
});

export const requireTwoFactor = endpoint('PUT /api/account/two-factor', {
  may: 'connect',
  confirmed: true,
  summary: 'Require two-factor sign-in of everybody in the account, or leave it to them; who has none sets it up before anything else',
  body: z.object({ required: z.boolean() }),
  replies: { 200: messageReply, 409: refusal },
});
