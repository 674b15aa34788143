import { createHash, timingSafeEqual } from 'node:crypto';
import type { Hints } from '../contract.ts';
import { jsonIn } from '../http/json.ts';
import { webhook as webhookShape } from './wire.ts';

/**
 * V1 signs nothing: a delivery proves itself by the secret in our own address. `resource_url` is never fetched, and one
 * that is not at ShipStation (or where this connection's API lives) is refused: only a forged delivery has such an address.
 */
export function shipStationHints(base: string): Hints {
  return {
    receive({ query, rawBody }, secret) {
      if (secret === '' || !sameText(query.secret ?? '', secret)) return { ok: false, reason: 'The secret in the address is wrong.' };
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

/** ShipStation's own hosts: `ssapi.shipstation.com`, `ssapi6.shipstation.com`. */
export function isShipStation(url: URL): boolean {
  return url.protocol === 'https:' && url.port === '' && /^ssapi\d*\.shipstation\.com$/.test(url.hostname);
}

/** Compares in the same time whatever differs, the length included. */
function sameText(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
