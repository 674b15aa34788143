import { z } from 'zod';
import { endpoint, id, instant, messageReply, nameText, refusal } from '../../../../platform/endpoint.ts';

const browser = z.object({
  id,
  /** As in `Firefox on Windows`. */
  name: z.string(),
  /** Where it signed in. */
  address: z.string(),
  signedInAt: instant,
  seenAt: instant,
  /** The one that asks. */
  own: z.boolean(),
});
export type SignedInBrowser = z.output<typeof browser>;

const profile = z.object({
  name: z.string(),
  email: z.string(),
  twoFactor: z.object({
    on: z.boolean(),
    recoveryCodesLeft: z.number().int(),
    /** The account asks it of everyone, or Crossdock of its super admins: it cannot be turned off. */
    required: z.boolean(),
  }),
  browsers: z.array(browser),
});
export type Profile = z.output<typeof profile>;

export const readProfile = endpoint('GET /api/profile', {
  may: 'signed_in',
  summary: 'The own name, two-factor sign-in, and where one is signed in',
  replies: { 200: profile },
});

export const renamePerson = endpoint('PATCH /api/profile', {
  may: 'signed_in',
  summary: 'Change the own name',
  body: z.object({ name: nameText(100).min(1, 'Enter your name').meta({ title: 'Name' }) }),
  replies: { 200: messageReply },
});

export const endSession = endpoint('DELETE /api/profile/sessions/:id', {
  may: 'signed_in',
  confirmed: true,
  summary: 'Sign out one of the browsers that the person is signed in with',
  replies: { 200: messageReply, 404: refusal },
});

export const endOtherSessions = endpoint('DELETE /api/profile/sessions', {
  may: 'signed_in',
  confirmed: true,
  summary: 'Sign out every other browser of the person',
  replies: { 200: messageReply },
});
