import { createHmac } from 'node:crypto';
import type { HintedStream, Hints } from '../contract.ts';
import { jsonIn } from '../http/json.ts';
import { isSame } from '../http/webhooks.ts';
import { webhook as webhookShape } from './wire.ts';

/** Deliveries are signed: `Amware-Signature: t={unix seconds},v1={hex HMAC-SHA256 of "{t}.{body}"}`, fresh by five minutes. */
export function amwareHints(now: () => Date): Hints {
  return {
    receive({ headers, rawBody }, secret) {
      const { time, signatures } = partsOf(headers['amware-signature'] ?? '');
      if (secret === '' || time === null || signatures.length === 0) return { ok: false, reason: 'The delivery is not signed.' };
      if (Math.abs(now().getTime() / 1000 - time) > tolerance)
        return { ok: false, reason: 'The delivery is too old, or a clock is wrong.' };
      const expected = createHmac('sha256', secret).update(`${time}.`).update(rawBody).digest();
      if (!signatures.some((each) => isSame(each, expected))) return { ok: false, reason: 'The signature is wrong.' };
      const parsed = webhookShape.safeParse(jsonIn(rawBody));
      if (!parsed.success) return { ok: false, reason: 'The body is not an Amware webhook.' };
      // The id in the body is signed; the one in the header is not, and another would make the same delivery new.
      const { id, event, ids } = parsed.data;
      return { ok: true, hints: [{ id, stream: streams[event], remoteIds: ids }] };
    },
  };
}

const tolerance = 300;

const streams = {
  'order.changed': 'order_changes',
  'asn.changed': 'asn_changes',
  'shipment.created': 'shipments',
  'receipt.created': 'receipts',
  'item.changed': 'items',
  'stock.changed': 'stock',
} as const satisfies Record<string, HintedStream>;

function partsOf(header: string): { time: number | null; signatures: Buffer[] } {
  const parts = header.split(',').map((part) => part.trim());
  const time = parts.find((part) => /^t=\d{1,12}$/.test(part))?.slice(2);
  const signatures = parts.filter((part) => /^v1=[0-9a-f]{64}$/.test(part)).map((part) => Buffer.from(part.slice(3), 'hex'));
  return { time: time === undefined ? null : Number(time), signatures };
}
