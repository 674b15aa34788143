import type { Confirmations, Result, ShipmentConfirmation } from '../contract.ts';
import { parcelByParcel } from '../http/confirming.ts';
import { idIn, orderUnreadable } from '../http/records.ts';
import { mapResult } from '../http/result.ts';
import { foundByHand, sharesNumber, unitsListed } from '../http/tracking.ts';
import type { BigCommerceClient } from './client.ts';
import { because } from './reasons.ts';
import { isMarked, markOf, translateOrder } from './translate.ts';
import { shipmentsOf } from './whole.ts';

/**
 * A parcel is a shipment of the order, and carries our key in its comments, so that it is looked for before it is written. BigCommerce
 * makes the order partly shipped or shipped by itself.
 */
export function confirmationsOf(client: BigCommerceClient): Confirmations {
  return {
    per: 'shipment',
    confirm: parcelByParcel(async (confirmation) => {
      const found = await find(client, confirmation);
      if (!found.ok || found.value !== null) return mapResult(found, (reference) => ({ reference }));
      const refused = await whyNot(client, confirmation.remoteOrderId);
      if (!refused.ok) return refused;
      const added = await client.addShipment(confirmation.remoteOrderId, shipmentOf(confirmation));
      return mapResult(added, () => ({ reference: null }));
    }),
    isConfirmed: async (confirmation) => mapResult(await find(client, confirmation), (reference) => reference !== null),
  };
}

/**
 * The id that the parcel has there; null when it has not been told. Whatever else of a shipment cannot be read, its comment tells. Where
 * somebody told of it by hand no comment does, its tracking number is the same, and it has these goods.
 */
async function find(client: BigCommerceClient, confirmation: ShipmentConfirmation): Promise<Result<string | null>> {
  const listed = await shipmentsOf(client, confirmation.remoteOrderId);
  if (!listed.ok) return listed;
  const shipments = listed.value;
  // It may be among those that are not read: a second one would tell the buyer of a second parcel.
  if (shipments === null) return orderUnreadable(because({ code: 'bigcommerce.too_long' }));
  const comment = ({ comments }: Record<string, unknown>) => (typeof comments === 'string' ? comments : '');
  const ours = (key: string) => shipments.find((one) => comment(one).includes(markOf(key)));
  const byHand = shipments.filter((one) => !isMarked(comment(one)) && sharesNumber(one.tracking_number, confirmation.trackingNumber));
  const units = (one: Record<string, unknown>) => unitsListed(one.items, { line: 'order_product_id', units: 'quantity' });
  const shipment = ours(confirmation.key) ?? foundByHand(byHand, units, confirmation, (key) => ours(key) !== undefined);
  return { ok: true, value: shipment ? (idIn(shipment, ['id']) ?? confirmation.key) : null };
}

/** An order that was cancelled or refunded since is not made a shipped one: a person decides. */
async function whyNot(client: BigCommerceClient, remoteOrderId: string): Promise<Result<null>> {
  const raw = await client.getOrder(remoteOrderId);
  if (!raw.ok) return raw;
  const order = translateOrder(raw.value);
  if (!order.ok || order.record.state !== 'cancelled') return { ok: true, value: null };
  const reason = because({ code: 'bigcommerce.ended', status: order.record.sourceStatus.slice(0, 50) });
  return { ok: false, failure: { kind: 'rejected', code: 'other', reason } };
}

function shipmentOf({ handle, carrier, trackingNumber, trackingUrl, key, lines }: ShipmentConfirmation) {
  const number = numbersThatFit(trackingNumber);
  // What does not fit stands where whoever looks at the shipment reads it.
  const comments = [carrier, number === trackingNumber ? '' : trackingNumber, markOf(key)].filter(Boolean).join(' ');
  return {
    ...{ order_address_id: Number(handle), tracking_number: number, comments, shipping_provider: providerOf(carrier) },
    ...(trackingUrl && trackingUrl.length <= longest.link && { tracking_link: trackingUrl }),
    items: lines.map(({ remoteLineId, quantity }) => ({ order_product_id: Number(remoteLineId), quantity })),
  };
}

/** With a longer one a shipment is refused: `orderShipment_Post` of orders.v2. */
const longest = { number: 50, link: 500 };

/** Those of several tracking numbers that fit, each of them whole: a part of one leads nowhere. */
function numbersThatFit(text: string): string {
  if (text.length <= longest.number) return text;
  return text.split(/[,;\n]/).reduce((fitting, part) => {
    const longer = [fitting, part.trim()].filter(Boolean).join(', ');
    return longer.length > longest.number ? fitting : longer;
  }, '');
}

/** The carriers that make a link of a tracking number there. For all others the field is empty, which it takes. */
const providers = ['auspost', 'canadapost', 'endicia', 'usps', 'fedex', 'royalmail', 'ups'];
const providerOf = (carrier: string) => providers.find((provider) => provider === carrier.toLowerCase().replace(/[^a-z]/g, '')) ?? '';
