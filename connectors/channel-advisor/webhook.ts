import { createHmac } from 'node:crypto';
import type { Delivery, Hints, Result } from '../contract.ts';
import { jsonIn } from '../http/json.ts';
import { mapResult } from '../http/result.ts';
import { bare, dropEach, isSame } from '../http/webhooks.ts';
import type { ChannelAdvisorClient } from './client.ts';
import { delivered, type WireWebhook } from './wire.ts';

/** What may happen to an order, by the names of the API's metadata (`WebhookEventType`). */
export const eventTypes = [
  ...['PaymentCleared', 'SellerFulfillmentStatusChanged', 'ExternalFulfillmentStatusChanged'],
  ...['CancellationStarted', 'CancellationFinalized', 'RefundStarted', 'RefundFinalized'],
];

/**
 * Deliveries are signed with a secret that is ours: `SigningSecret` of the subscription. They carry the order, of which only the id
 * counts: it is read anew, from the queue if it is new, by its id if it is open here.
 */
export function channelAdvisorHints(client: ChannelAdvisorClient, profileId: string): Hints {
  return {
    subscribe: (address, secret) => subscribe(client, address, secret),
    unsubscribe: async (address) => {
      const ours = await listOurs(client, address);
      return ours.ok ? dropEach(ours.value, ({ ID }) => client.dropWebhook(ID)) : ours;
    },
    receive(delivery, secret) {
      const signature = signatureOf(delivery, secret);
      if (signature === null) return { ok: false, reason: 'The signature is wrong or missing.' };
      const order = delivered.safeParse(jsonIn(delivery.rawBody)).data;
      // An application is told of every profile that its grant opens.
      if (order && order.ProfileID !== profileId) return { ok: true, hints: [] };
      const remoteIds = order ? [order.ID] : [];
      const named = order ? [{ id: `${signature}:open`, stream: 'open_orders' as const, remoteIds }] : [];
      return { ok: true, hints: [{ id: signature, stream: 'orders', remoteIds }, ...named] };
    },
  };
}

/**
 * The HMAC-SHA256 of the raw body, where a header has it, in hexadecimal digits or base64. Which header that is, is not published; nobody
 * without the secret can put it into any.
 */
function signatureOf({ headers, rawBody }: Delivery, secret: string): string | null {
  // With an empty one anybody could sign.
  if (secret === '') return null;
  const digest = createHmac('sha256', secret).update(rawBody).digest();
  const proofs = (['hex', 'base64'] as const).map((encoding) => Buffer.from(digest.toString(encoding)));
  const sent = Object.values(headers).flatMap((value) => value?.replace(/^sha256=/, '') ?? []);
  const isProof = (value: string) =>
    proofs.some((proof) => isSame(Buffer.from(value), proof) || isSame(Buffer.from(value.toLowerCase()), proof));
  return sent.some(isProof) ? digest.toString('base64url') : null;
}

/** One that was switched off after failed deliveries is switched on again. The secret need not be shown, so it is said again. */
async function subscribe(client: ChannelAdvisorClient, address: string, secret: string): Promise<Result<null>> {
  const listed = await listOurs(client, address);
  if (!listed.ok) return listed;
  const [existing, ...others] = listed.value;
  const signed = { WebhookUri: bare(address), SigningSecret: secret };
  const webhook = { Name: 'Crossdock', Status: 'Enabled', ...signed, EventTypes: eventTypes };
  const done = existing ? await client.changeWebhook(existing.ID, webhook) : await client.addWebhook(webhook);
  return done.ok ? dropEach(others, ({ ID }) => client.dropWebhook(ID)) : done;
}

/** The subscriptions to our address, whatever its query. */
async function listOurs(client: ChannelAdvisorClient, address: string): Promise<Result<WireWebhook[]>> {
  return mapResult(await client.listWebhooks(), (all) =>
    all.filter(({ Status, WebhookUri }) => Status !== 'Deleted' && bare(WebhookUri) === bare(address)),
  );
}
