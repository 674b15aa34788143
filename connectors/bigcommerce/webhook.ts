import type { HintedStream, Hints, Result } from '../contract.ts';
import { jsonIn } from '../http/json.ts';
import { mapResult } from '../http/result.ts';
import { bare, dropEach, isSame } from '../http/webhooks.ts';
import type { BigCommerceClient } from './client.ts';
import { hooksOf } from './whole.ts';
import { delivered } from './wire.ts';

/** Each begins with what the record is called. */
const scopes = { 'store/order/*': 'orders', 'store/product/*': 'listings' } as const satisfies Record<string, HintedStream>;
const header = 'x-crossdock-secret';

/** Deliveries carry a header that was given with the subscription, and only an id: what the stream reads counts. */
export function bigCommerceHints(client: BigCommerceClient): Hints {
  return {
    subscribe: (address, secret) => subscribe(client, address, secret),
    async unsubscribe(address) {
      const ours = await listOurs(client, address);
      return ours.ok ? dropEach(ours.value, ({ id }) => client.dropHook(id)) : ours;
    },
    receive({ headers, rawBody }, secret) {
      if (secret === '' || !isSame(Buffer.from(headers[header] ?? ''), Buffer.from(secret)))
        return { ok: false, reason: 'The header that proves it is missing or wrong.' };
      const event = delivered.safeParse(jsonIn(rawBody)).data;
      const stream = Object.entries(scopes).find(([scope]) => event?.scope.startsWith(scope.slice(0, -1)))?.[1];
      if (!event || !stream) return { ok: false, reason: 'The body is not a BigCommerce webhook of an order or product.' };
      const isNamed = event.data.type === 'order' || event.data.type === 'product';
      return { ok: true, hints: [{ id: event.hash, stream, remoteIds: isNamed ? [event.data.id] : [] }] };
    },
  };
}

/** One that was switched off, after two days of failures, is switched on again. The header is not shown, so it is said again. */
async function subscribe(client: BigCommerceClient, address: string, secret: string): Promise<Result<null>> {
  const ours = await listOurs(client, address);
  if (!ours.ok) return ours;
  for (const scope of Object.keys(scopes)) {
    const json = { scope, destination: address, is_active: true, headers: { [header]: secret } };
    const existing = ours.value.find((hook) => hook.scope === scope);
    const done = existing ? await client.changeHook(existing.id, json) : await client.addHook(json);
    if (!done.ok) return done;
  }
  return { ok: true, value: null };
}

/** The subscriptions to our address, whatever its query. */
const listOurs = async (client: BigCommerceClient, address: string) =>
  mapResult(await hooksOf(client), (hooks) => hooks.filter(({ destination }) => bare(destination) === bare(address)));
