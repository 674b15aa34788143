import { z } from 'zod';
import { endpoint, id, instant, messageReply, refusal, text } from '../../../platform/endpoint.ts';
import { kindNames, ruledKinds } from './kinds.ts';

const kind = z.enum(kindNames);

const notification = z.object({
  id: z.number(),
  at: instant,
  kind: z.string(),
  sentence: z.string(),
  /** The page that mends or shows it. */
  path: z.string(),
  read: z.boolean(),
});
export type Notification = z.output<typeof notification>;

export const listNotificationsCall = endpoint('GET /api/notifications', {
  may: 'signed_in',
  summary: 'What who asks was told of, the newest thirty, and how many of all are unread',
  replies: { 200: z.object({ data: z.array(notification), unread: z.number() }) },
});

export const readNotificationsCall = endpoint('POST /api/notifications/read', {
  may: 'signed_in',
  summary: 'Mark notifications as read: these, or all without ids',
  unaudited: 'it is of who asks alone',
  body: z.object({ ids: z.array(id).max(100).optional() }),
  example: { body: { ids: [1042] } },
  replies: { 204: z.null() },
});

/** As the specification has it: `enabled` is '0' or '1'. */
export const emailSetting = z.object({ notificationEmail: z.string(), enabled: z.enum(['0', '1']) });
export type EmailSetting = z.output<typeof emailSetting>;
/** The e-mail is checked by the command, which names its field after the place where it is saved. */
const emailBody = z.object({
  notificationEmail: text(1_000).default(''),
  enabled: z.coerce.string().pipe(z.enum(['0', '1'])),
  /** As who changes it saw it: 409 where it is otherwise by now. */
  was: emailSetting.extend({ notificationEmail: text(1_000) }).optional(),
});

export const saveConnectionEmailCall = endpoint('PUT /api/connectors/:name/notification', {
  may: 'map',
  summary: 'The address that is mailed whatever happens in a connection; what is wrong with it is under `{name}-email`',
  body: emailBody,
  example: { body: { notificationEmail: 'dispatch@example.com', enabled: '1' } },
  replies: { 200: messageReply, 404: refusal, 409: refusal },
});

export const saveAccountEmailCall = endpoint('PUT /api/notifications/email', {
  may: 'map',
  summary: 'The address that is mailed whatever happens in the account; what is wrong with it is under `account-email`',
  body: emailBody,
  example: { body: { notificationEmail: 'dispatch@example.com', enabled: '1' } },
  replies: { 200: messageReply, 409: refusal },
});

export const saveRuleCall = endpoint('PUT /api/notifications/rules/:kind', {
  may: 'map',
  summary:
    'Who is told of a kind of event: departments, people and addresses; with none of them the department that Crossdock names. 409: it is no longer as it `was`',
  params: z.object({ kind: z.enum(ruledKinds) }),
  body: z.object({
    departments: z.array(id).max(100),
    people: z.array(id).max(100),
    addresses: z.array(z.email('Email address must be valid').max(320)).max(20),
    /** Of orders that wait: after how many hours. */
    hours: z.coerce.number().int().min(1, 'At least one hour').max(720, 'At most 720 hours').optional(),
    /** As who changes it saw it: 409 where it is otherwise by now. */
    was: z
      .object({
        departments: z.array(id).max(1_000),
        people: z.array(id).max(1_000),
        addresses: z.array(z.string().max(1_000)).max(1_000),
        hours: z.number().optional(),
      })
      .optional(),
  }),
  example: {
    params: { kind: 'orders_waiting' },
    body: { departments: [1042], people: [1042], addresses: ['dispatch@example.com'], hours: 2 },
  },
  replies: { 200: messageReply, 409: refusal },
});

export const saveOwnMailCall = endpoint('PUT /api/notifications/mine/:kind', {
  may: 'signed_in',
  summary: 'Whether who asks is mailed about a kind of event; the bell shows it anyway',
  unaudited: 'it is of who asks alone',
  params: z.object({ kind }),
  body: z.object({ mail: z.boolean() }),
  example: { params: { kind: 'orders_waiting' } },
  replies: { 200: messageReply },
});

const token = text(2_000);

export const readUnsubscribeCall = endpoint('GET /api/auth/unsubscribe', {
  may: 'anyone',
  summary: 'What the recipient of a mail is mailed about, by the link in it',
  query: z.object({ token }),
  replies: {
    200: z.object({ account: z.string(), to: z.string(), kinds: z.array(z.object({ kind, label: z.string(), mail: z.boolean() })) }),
    404: refusal,
  },
});

export const unsubscribeCall = endpoint('PUT /api/auth/unsubscribe', {
  may: 'anyone',
  summary: 'What the recipient of a mail wants to be mailed about from now on; the kinds that are not named end',
  body: z.object({ token, kinds: z.array(kind).max(50) }),
  replies: { 200: messageReply, 404: refusal },
});
