import { z } from 'zod';
import { endpoint, instant, messageReply, refusal, text } from '../../../platform/endpoint.ts';
import { dateMask, levels } from './message.ts';

export const portalMessage = z.object({
  id: z.number(),
  body: z.string(),
  level: z.enum(levels),
  start_date: instant,
  end_date: instant,
  /** As they are typed, in the account's time zone. */
  startDateFormatted: z.string(),
  endDateFormatted: z.string(),
});
export type PortalMessage = z.output<typeof portalMessage>;

/** A message as it is shown to everyone. */
export type ShownMessage = Pick<PortalMessage, 'id' | 'body' | 'level' | 'start_date' | 'end_date'>;

// What is missing is said in one sentence of the specification, so an absent field is an empty one here.
const moment = text(40).trim().default('');
const body = z.object({
  body: text(2_000).trim().default('').meta({ title: 'Message', lines: 4, needed: true }),
  level: z
    .enum(['', ...levels])
    .default('')
    .meta({ title: 'Level', needed: true }),
  start_date: moment.meta({
    title: 'Start',
    mask: dateMask,
    needed: true,
    description: 'Month, day, year and time, in the account’s time zone.',
  }),
  end_date: moment.meta({ title: 'End', mask: dateMask, needed: true }),
});
export type PortalMessageBody = z.output<typeof body>;

const saved = messageReply.extend({ savedMessage: portalMessage });

export const listPortalMessagesCall = endpoint('GET /settings/super/portal-messages', {
  may: 'portal',
  alsoPage: true,
  summary: 'The messages to everyone who uses the portal, the newest first',
  replies: { 200: z.object({ portalMessages: z.array(portalMessage), timezone: z.string() }) },
});

export const createPortalMessageCall = endpoint('POST /settings/super/portal-messages', {
  may: 'portal',
  summary: "Write a message to everyone; the dates as MM/DD/YYYY HH:mm in the account's time zone, or with a zone of their own",
  body,
  withErrorMessage: true,
  example: {
    body: { body: 'The last pick-up is at 16:00.', level: 'info', start_date: '2026-11-20T09:00:00Z', end_date: '2099-11-27T09:00:00Z' },
  },
  replies: { 200: saved },
});

export const changePortalMessageCall = endpoint('PUT /settings/super/portal-messages/:id', {
  may: 'portal',
  summary: 'Change a message to everyone. 409: it is no longer as it `was`, with its dates as they are typed',
  body: body.extend({ was: z.object({ body: z.string(), level: z.string(), start_date: z.string(), end_date: z.string() }).optional() }),
  withErrorMessage: true,
  example: {
    body: { body: 'The last pick-up is at 17:00.', level: 'warning', start_date: '2026-11-20T09:00:00Z', end_date: '2099-11-27T09:00:00Z' },
  },
  replies: { 200: saved, 404: refusal, 409: refusal },
});

export const deletePortalMessageCall = endpoint('DELETE /settings/super/portal-messages/:id', {
  may: 'portal',
  summary: 'Delete a message to everyone: it is no longer shown',
  replies: { 200: messageReply, 404: refusal },
});

export const dismissPortalMessageCall = endpoint('POST /api/portal-messages/:id/dismiss', {
  may: 'signed_in',
  summary: 'Dismiss a message: it is not shown to this person again',
  unaudited: 'it is of who asks alone',
  replies: { 204: z.null(), 404: refusal },
});
