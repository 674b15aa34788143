import type { Confirmations, Result, ShipmentConfirmation } from '../contract.ts';
import { oneByOne } from '../http/confirming.ts';
import { firstIssue, orderUnreadable } from '../http/records.ts';
import { mapResult } from '../http/result.ts';
import { isMissing, type WooClient } from './client.ts';
import { keyMeta } from './fulfilments.ts';
import { because } from './reasons.ts';
import * as wire from './wire.ts';

/**
 * A parcel is a fulfilment of the order, which newer shops have; in others it is a note to the buyer. Each carries our key, so that it
 * is looked for before it is written. The last one completes the order.
 */
export function confirmationsOf(client: WooClient): Confirmations {
  return {
    per: 'shipment',
    confirm: oneByOne(async (confirmation) => {
      const parcel = await find(client, confirmation);
      if (!parcel.ok) return parcel;
      const { by, reference } = parcel.value;
      const written = reference === null ? await write(client, confirmation, by) : done;
      if (!written.ok) return written;
      const completed = confirmation.completes ? await complete(client, confirmation.remoteOrderId) : done;
      return mapResult(completed, () => ({ reference }));
    }),
    async isConfirmed(confirmation) {
      const parcel = await find(client, confirmation);
      if (!parcel.ok || parcel.value.reference === null || !confirmation.completes)
        return mapResult(parcel, ({ reference }) => reference !== null);
      return mapResult(await client.getOrder(confirmation.remoteOrderId), ({ status }) => status === 'completed');
    },
  };
}

const done: Result<null> = { ok: true, value: null };

type Parcel = { by: 'fulfilment' | 'note'; reference: string | null };

/** Where the shop keeps parcels, and its id of this one; null when it has not been told. */
async function find(client: WooClient, { remoteOrderId, key }: ShipmentConfirmation): Promise<Result<Parcel>> {
  const fulfilments = await client.listFulfilments(remoteOrderId);
  if (!isMissing(fulfilments)) {
    if (!fulfilments.ok) return fulfilments;
    const listed = wire.fulfilments.safeParse(fulfilments.value);
    // Ours may be among them: a second one would tell the buyer of a second parcel.
    if (!listed.success) return orderUnreadable(firstIssue(listed.error, 'fulfillments'));
    const ours = listed.data.find(({ meta_data }) => meta_data.some((meta) => meta.key === keyMeta && meta.value === key));
    return { ok: true, value: { by: 'fulfilment', reference: ours?.id ?? null } };
  }
  return mapResult(await client.listNotes(remoteOrderId), (listed) => ({
    by: 'note',
    reference: listed.find(({ note }) => note.includes(`(${key})`))?.id ?? null,
  }));
}

async function write(client: WooClient, confirmation: ShipmentConfirmation, by: Parcel['by']): Promise<Result<null>> {
  const { key, remoteOrderId, carrier, trackingNumber, trackingUrl, lines } = confirmation;
  if (by === 'note') {
    const tracked = trackingNumber ? ` Tracking number: ${trackingNumber}.` : '';
    const text = `Shipped${carrier ? ` with ${carrier}` : ''}.${tracked}${trackingUrl ? ` ${trackingUrl}` : ''} (${key})`;
    return mapResult(await client.addNote(remoteOrderId, text), () => null);
  }
  const meta_data = [
    { key: '_items', value: lines.map(({ remoteLineId, quantity }) => ({ item_id: Number(remoteLineId), qty: quantity })) },
    { key: '_tracking_number', value: trackingNumber },
    { key: '_shipment_provider', value: carrier },
    ...(trackingUrl ? [{ key: '_tracking_url', value: trackingUrl }] : []),
    { key: keyMeta, value: key },
  ];
  const added = await client.addFulfilment(remoteOrderId, { status: 'fulfilled', is_fulfilled: true, notify_customer: true, meta_data });
  return mapResult(added, () => null);
}

/** An order that was cancelled or refunded since is not made a completed one: a person decides. */
async function complete(client: WooClient, remoteOrderId: string): Promise<Result<null>> {
  const order = await client.getOrder(remoteOrderId);
  if (!order.ok) return order;
  const { status } = order.value;
  if (status === 'completed') return done;
  if (status !== 'processing' && status !== 'on-hold' && status !== 'pending') {
    const reason = because({ code: 'woocommerce.ended', status: String(status).slice(0, 50) });
    return { ok: false, failure: { kind: 'rejected', code: 'other', reason } };
  }
  return mapResult(await client.complete(remoteOrderId), () => null);
}
