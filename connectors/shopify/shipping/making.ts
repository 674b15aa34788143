import type { Result, ShipmentConfirmation } from '../../contract.ts';
import { because } from '../reasons.ts';
import { granted, rejected } from '../refusals.ts';
import type { Opened } from '../settings.ts';
import { carrierOf } from './carriers.ts';
import { isFull, mostParcels, type Noted } from './noted.ts';
import type { Plan } from './plan.ts';

/** Makes a fulfilment of a plan, whose goods are at one location, where it can be noted beside what is. Returns its id. */
export async function make(opened: Opened, noted: Noted | null, plan: Plan, confirmation: ShipmentConfirmation): Promise<Result<string>> {
  if (noted === null || isFull(noted)) return rejected(because({ code: 'shopify.many_parcels', most: mostParcels }));
  const accepted = await accept(opened, plan);
  if (!accepted.ok) return accepted;
  const shipped = granted(await opened.client.ship(fulfillmentOf(opened, plan, confirmation)));
  if (!shipped.ok) return shipped;
  const id = shipped.value.fulfillment?.id;
  if (id !== undefined) return { ok: true, value: id };
  // Neither made nor refused: it is looked for before it is said again.
  return { ok: false, failure: { kind: 'retry', at: opened.now(), reason: because({ code: 'shopify.not_made' }), maybeDone: true } };
}

/** Several numbers of one parcel come in one text, by commas. */
export const numbersOf = (text: string) => text.split(/[,;\n]/).flatMap((part) => part.trim() || []);

/** A fulfilment service takes a request on before it fulfils it. */
async function accept({ client }: Opened, plan: Plan): Promise<Result<null>> {
  for (const { from } of plan) {
    if (!from.assignedLocation.location?.isFulfillmentService) continue;
    if (from.requestStatus === 'ACCEPTED' || from.requestStatus === 'CANCELLATION_REJECTED') continue;
    const line = from.lineItems.nodes[0]?.lineItem.name.slice(0, 100) ?? '';
    if (from.requestStatus !== 'SUBMITTED') return rejected(because({ code: 'shopify.not_requested', line }));
    const accepted = granted(await client.accept(from.id));
    if (!accepted.ok) return accepted;
  }
  return { ok: true, value: null };
}

function fulfillmentOf({ notifies }: Opened, plan: Plan, { carrier, trackingNumber, trackingUrl }: ShipmentConfirmation) {
  const numbers = numbersOf(trackingNumber);
  const company = carrierOf(carrier);
  return {
    lineItemsByFulfillmentOrder: plan.map(({ from, lines }) => ({ fulfillmentOrderId: from.id, fulfillmentOrderLineItems: lines })),
    notifyCustomer: notifies,
    trackingInfo: {
      ...(company && { company }),
      ...(numbers.length > 0 && { numbers }),
      ...(trackingUrl && { urls: [trackingUrl] }),
    },
  };
}
