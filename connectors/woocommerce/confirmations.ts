import type { z } from 'zod';
import type { Confirmations, Result, ShipmentConfirmation } from '../contract.ts';
import { parcelByParcel } from '../http/confirming.ts';
import { firstIssue, orderUnreadable } from '../http/records.ts';
import { mapResult } from '../http/result.ts';
import { foundByHand, sharesNumber, unitsListed } from '../http/tracking.ts';
import { isMissing, type WooClient } from './client.ts';
import { keyMeta } from './fulfilments.ts';
import { because } from './reasons.ts';
import { meaningOf } from './translate.ts';
import * as wire from './wire.ts';

/**
 * A parcel is a fulfilment of the order, which newer shops have; in others it is a note to the buyer. Each carries our key, so that it
 * is looked for before it is written. The last one completes the order.
 */
export function confirmationsOf(client: WooClient): Confirmations {
  return {
    per: 'shipment',
    confirm: parcelByParcel(
      async (confirmation) => {
        const parcel = await find(client, confirmation);
        if (!parcel.ok) return parcel;
        const { by, reference, isByHand } = parcel.value;
        const written = reference === null ? await tell(client, confirmation, by) : done;
        if (!written.ok) return written;
        const completed = confirmation.completes ? await complete(client, confirmation.remoteOrderId, isByHand) : done;
        return mapResult(completed, () => ({ reference }));
      },
      async ({ remoteOrderId }) => mapResult(await complete(client, remoteOrderId, false), () => ({ reference: null })),
    ),
    async isConfirmed(confirmation) {
      const parcel = await find(client, confirmation);
      if (!parcel.ok || parcel.value.reference === null || !confirmation.completes)
        return mapResult(parcel, ({ reference }) => reference !== null);
      const { isByHand } = parcel.value;
      return mapResult(await client.getOrder(confirmation.remoteOrderId), ({ status }) => isOver(status, isByHand));
    },
  };
}

const done: Result<null> = { ok: true, value: null };

/** `isByHand`: somebody else told of it. */
type Parcel = { by: 'fulfilment' | 'note'; reference: string | null; isByHand: boolean };

/** Nothing is left to be done to an order with this status. Who told of its parcel by hand has decided about one that had ended. */
const isOver = (status: unknown, isByHand: boolean) => status === 'completed' || (isByHand && meaningOf(String(status)) === 'cancelled');

/** Where the shop keeps parcels, and its id of this one; null when it has not been told, neither by us nor by somebody's hand. */
async function find(client: WooClient, confirmation: ShipmentConfirmation): Promise<Result<Parcel>> {
  const { remoteOrderId, key } = confirmation;
  const fulfilments = await client.listFulfilments(remoteOrderId);
  if (!isMissing(fulfilments)) {
    if (!fulfilments.ok) return fulfilments;
    const listed = wire.fulfilments.safeParse(fulfilments.value);
    // Ours may be among them: a second one would tell the buyer of a second parcel.
    if (!listed.success) return orderUnreadable(firstIssue(listed.error, 'fulfillments'));
    const ours = (of: string) => listed.data.find((one) => metaOf(one, keyMeta) === of);
    const byHand = listed.data.filter((one) => isMadeByHand(one, confirmation));
    const units = (one: wire.WireFulfilment) => unitsListed(metaOf(one, '_items'), { line: 'item_id', units: 'qty' });
    const entered = foundByHand(byHand, units, confirmation, (of) => ours(of) !== undefined);
    return { ok: true, value: parcelOf('fulfilment', ours(key), entered) };
  }
  return mapResult(await client.listNotes(remoteOrderId), (listed) => {
    const ours = (of: string) => listed.find(({ note }) => note.includes(`(${of})`));
    const byHand = listed.filter((one) => isNoteByHand(one, confirmation));
    const entered = foundByHand(
      byHand,
      () => null,
      confirmation,
      (of) => ours(of) !== undefined,
    );
    return parcelOf('note', ours(key), entered);
  });
}

type There = { id: string } | undefined;
const parcelOf = (by: Parcel['by'], ours: There, entered: There): Parcel => ({
  ...{ by, reference: (ours ?? entered)?.id ?? null, isByHand: !ours && entered !== undefined },
});

const metaOf = ({ meta_data }: wire.WireFulfilment, name: string) => meta_data.find(({ key }) => key === name)?.value;

/** Somebody else fulfilled goods in the shop with the same tracking number. */
const isMadeByHand = (one: wire.WireFulfilment, { trackingNumber }: ShipmentConfirmation): boolean =>
  one.is_fulfilled === true && metaOf(one, keyMeta) === undefined && sharesNumber(metaOf(one, '_tracking_number'), trackingNumber);

/** A note of ours, whatever parcel it is of. */
const ourNote = /^Shipped.*\([^()\s]+\)$/s;

/** Somebody else wrote its tracking number to the buyer. */
function isNoteByHand({ note, customer_note }: z.output<typeof wire.notes>[number], { trackingNumber }: ShipmentConfirmation): boolean {
  const words = note.split(/[^\p{L}\p{N}-]+/u);
  return customer_note === true && !ourNote.test(note.trim()) && words.some((word) => sharesNumber(word, trackingNumber));
}

/** Of an order that was cancelled or refunded since the buyer is told nothing: a person decides. */
async function tell(client: WooClient, confirmation: ShipmentConfirmation, by: Parcel['by']): Promise<Result<null>> {
  const order = await client.getOrder(confirmation.remoteOrderId);
  if (!order.ok) return order;
  const status = String(order.value.status).slice(0, 50);
  if (meaningOf(status) !== 'cancelled') return write(client, confirmation, by);
  return { ok: false, failure: { kind: 'rejected', code: 'other', reason: because({ code: 'woocommerce.not_told', status }) } };
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
async function complete(client: WooClient, remoteOrderId: string, isByHand: boolean): Promise<Result<null>> {
  const order = await client.getOrder(remoteOrderId);
  if (!order.ok) return order;
  const { status } = order.value;
  if (isOver(status, isByHand)) return done;
  if (status !== 'processing' && status !== 'on-hold' && status !== 'pending') {
    const reason = because({ code: 'woocommerce.ended', status: String(status).slice(0, 50) });
    return { ok: false, failure: { kind: 'rejected', code: 'other', reason } };
  }
  return mapResult(await client.complete(remoteOrderId), () => null);
}
