import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { Hints, Result } from '../contract.ts';
import { jsonIn } from '../http/json.ts';
import { bare, dropEach, isSame } from '../http/webhooks.ts';
import type { ShipStationClient } from './client.ts';
import { webhook as webhookShape, type webhooks } from './wire.ts';

/**
 * V1 signs nothing: a delivery proves itself by the secret in our own address. `resource_url` is never fetched, and one
 * that is not at ShipStation (or where this connection's API lives) is refused: only a forged delivery has such an address.
 */
export function shipStationHints({ base, client }: { base: string; client: ShipStationClient }): Hints {
  return {
    subscribe: (address) => subscribe(client, address),
    unsubscribe: (address) => unsubscribe(client, address),
    receive({ query, rawBody }, secret) {
      if (secret === '' || !isSame(Buffer.from(query.secret ?? ''), Buffer.from(secret)))
        return { ok: false, reason: 'The secret in the address is wrong.' };
      const parsed = webhookShape.safeParse(jsonIn(rawBody));
      if (!parsed.success) return { ok: false, reason: 'The body is not a ShipStation webhook.' };
      const url = new URL(parsed.data.resource_url);
      if (!isShipStation(url) && url.origin !== new URL(base).origin) return { ok: false, reason: `${url.host} is not ShipStation.` };
      // V1 gives a delivery no id: the same delivery twice has the same bytes.
      const id = createHash('sha256').update(rawBody).digest('base64url');
      return { ok: true, hints: [{ id, stream: 'orders', remoteIds: [] }] };
    },
  };
}

/** Subscribes to new orders unless that is so already. An earlier address of ours, whose secret is no longer good, is taken back. */
async function subscribe(client: ShipStationClient, address: string): Promise<Result<null>> {
  const ours = await listOurs(client, address);
  if (!ours.ok) return ours;
  if (!ours.value.some(({ Url }) => Url === address)) {
    const subscribed = await client.subscribe(address);
    if (!subscribed.ok) return subscribed;
  }
  const others = ours.value.filter(({ Url }) => Url !== address);
  return dropEach(others, ({ WebHookID }) => client.unsubscribe(WebHookID));
}

/** Takes every subscription to our address back, whatever its secret. */
async function unsubscribe(client: ShipStationClient, address: string): Promise<Result<null>> {
  const ours = await listOurs(client, address);
  return ours.ok ? dropEach(ours.value, ({ WebHookID }) => client.unsubscribe(WebHookID)) : ours;
}

type Subscription = z.output<typeof webhooks>['webhooks'][number];

/** The subscriptions to our address, with any secret. */
async function listOurs(client: ShipStationClient, address: string): Promise<Result<Subscription[]>> {
  const listed = await client.listWebhooks();
  if (!listed.ok) return listed;
  const { origin, pathname } = new URL(address);
  const isOurs = ({ HookType, Url }: Subscription) => HookType === 'ORDER_NOTIFY' && bare(Url) === origin + pathname;
  return { ok: true, value: listed.value.webhooks.filter(isOurs) };
}

/** ShipStation's own hosts: `ssapi.shipstation.com`, `ssapi6.shipstation.com`. */
export function isShipStation(url: URL): boolean {
  return url.protocol === 'https:' && url.port === '' && /^ssapi\d*\.shipstation\.com$/.test(url.hostname);
}
