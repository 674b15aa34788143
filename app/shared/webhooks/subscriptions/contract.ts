import { z } from 'zod';
import { endpoint, instant, messageReply, nameText, refusal, text } from '../../../../platform/endpoint.ts';
import { eventTypes } from '../events/event-types.ts';

export const subscription = z.object({
  id: z.number(),
  name: z.string(),
  url: z.string(),
  types: z.array(z.string()),
  state: z.enum(['on', 'off']),
  /** Who switched it off: a person, its address by 410, or five days of failures. */
  off_because: z.enum(['person', 'gone', 'failing']).nullable(),
  /** Since when nothing could be delivered. */
  failing_since: instant.nullable(),
  /** Until when the former secret signs too. */
  rotating_until: instant.nullable(),
  /** Nothing can be signed, and so nothing is sent, until it has a new secret: the key that its secret was sealed with is lost. */
  secret_lost: z.boolean(),
  /** How many events wait to be delivered, up to 10,000. */
  waiting: z.number(),
  delivered_at: instant.nullable(),
});
export type Subscription = z.output<typeof subscription>;

const name = nameText(60).min(1, 'Give the webhook a name.').meta({ title: 'Name' });
const url = text(2_000).trim().min(1, 'Enter the address that receives the events.');
const types = z.array(z.enum(eventTypes)).min(1, 'Choose at least one event.').max(100);
const body = z.object({ name, url, types });
export type SubscriptionBody = z.output<typeof body>;
const was = z.object({ name: z.string(), url: z.string(), types: z.array(z.string()).max(100) });
const edit = body.extend({
  was: was.optional().meta({ description: 'What the person saw of it: where that is otherwise by now, nothing is saved' }),
});
export type SubscriptionEdit = z.output<typeof edit>;
const example = { name: 'Ledger', url: 'https://ledger.example.com/crossdock', types: ['order.shipped' as const] };

const secret = z.object({ id: z.number(), secret: z.string() });
const changed = { 200: messageReply, 404: refusal, 409: refusal };

export const listSubscriptionsCall = endpoint('GET /api/event-subscriptions', {
  may: 'map',
  summary: 'The webhooks of the account: which events are sent where',
  replies: { 200: z.object({ data: z.array(subscription) }) },
});

export const createSubscriptionCall = endpoint('POST /api/event-subscriptions', {
  may: 'connect',
  confirmed: true,
  summary: 'Have events sent to an address. The reply has the secret that they are signed with; it is shown this once',
  body,
  example: { body: example },
  replies: { 201: secret, 409: refusal },
});

export const changeSubscriptionCall = endpoint('PUT /api/event-subscriptions/:id', {
  may: 'connect',
  confirmed: true,
  summary: 'Change a webhook: its name, its address and which events are sent',
  body: edit,
  example: { body: { ...example, name: 'Ledger of 2027' } },
  replies: changed,
});

export const switchSubscriptionCall = endpoint('PUT /api/event-subscriptions/:id/state', {
  may: 'connect',
  summary: 'Switch a webhook off or on. While it is off its events are kept for 30 days and not sent',
  body: z.object({ state: z.enum(['on', 'off']) }),
  replies: changed,
});

export const rotateSecretCall = endpoint('POST /api/event-subscriptions/:id/secret', {
  may: 'connect',
  confirmed: true,
  summary: 'Make a new secret, which the reply shows this once. The former one signs too, for a day; one that was made in between ends',
  body: z
    .object({
      rotating_until: instant
        .nullable()
        .optional()
        .meta({ description: 'What the person saw of it: where a secret was made since, which the next would end, none is made' }),
    })
    .default({}),
  replies: { 201: secret, 404: refusal, 409: refusal },
});

export const endFormerSecretCall = endpoint('DELETE /api/event-subscriptions/:id/former-secret', {
  may: 'connect',
  summary: 'Have the former secret sign no longer, before its day is over',
  replies: changed,
});

export const sendTestCall = endpoint('POST /api/event-subscriptions/:id/test', {
  may: 'connect',
  summary: 'Send an event of type `webhook.test` to a webhook. Its log has what came of it',
  replies: changed,
});

export const deleteSubscriptionCall = endpoint('DELETE /api/event-subscriptions/:id', {
  may: 'connect',
  summary: 'Delete a webhook: nothing is sent to it from now on, and its secret is forgotten',
  replies: { 200: messageReply, 404: refusal },
});
