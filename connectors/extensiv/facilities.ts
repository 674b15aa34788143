import type { CarrierMethods, Named, Result, Warehouse } from '../contract.ts';
import { idIn } from '../http/records.ts';
import { mapResult } from '../http/result.ts';
import { every } from './lists.ts';
import type { Opened } from './opened.ts';
import { because } from './reasons.ts';
import { methodCode } from './translate-order.ts';
import * as wire from './wire-stock.ts';
import { embeddedIn } from './wire-values.ts';

export function referenceOf(opened: Opened): Pick<Warehouse, 'listWarehouses' | 'listShippingMethods' | 'fields'> {
  return {
    async listWarehouses() {
      const chosen = ({ id }: Named) => opened.facility === null || id === opened.facility;
      return mapResult(await facilities(opened), (found) => found.filter(chosen));
    },
    listShippingMethods: () => shippingMethods(opened),
    fields: [
      { path: 'shipping_notes', name: 'Shipping notes', description: 'For whoever ships the order.' },
      { path: 'carrier_account', name: 'Carrier account', description: 'The account at the carrier that pays for it.' },
      { path: 'billing_code', name: 'Billing code', description: 'Who pays the carrier, by the warehouse’s own codes, as Sender.' },
      { path: 'invoice_number', name: 'Invoice number', description: 'A number of the seller’s own.' },
    ],
  };
}

/** The buildings of the 3PL that the customer’s goods may be in (rels/properties/facilities). */
export async function facilities({ client, now, customer }: Opened): Promise<Result<Named[]>> {
  const found = await every({
    now,
    ...{ client, operation: 'list_facilities', path: 'properties/facilities', relation: 'properties/facility', size: 100 },
    ...{ query: { customerId: customer }, conditions: [], idName: 'facilityid', idOf: (raw) => idIn(raw, ['facilityId']) },
  });
  return mapResult(found, (raws) =>
    raws.flatMap((raw) => {
      const { success, data } = wire.facility.safeParse(raw);
      return success && !data.deactivated ? [{ id: data.facilityId, name: data.name ?? data.facilityId }] : [];
    }),
  );
}

/** Each carrier with its services. One without services is a choice by itself: how it ships is arranged with the 3PL. */
async function shippingMethods({ client }: Opened): Promise<Result<CarrierMethods[]>> {
  const found = await client.get('list_carriers', 'properties/carriers', wire.carriers);
  return mapResult(found, (body) =>
    (embeddedIn(body, 'properties/carrier') ?? []).flatMap((raw) => {
      const { success, data } = wire.carrier.safeParse(raw);
      if (!success || data.deactivated) return [];
      const { name: carrier, shipmentServices } = data;
      const services = (shipmentServices ?? []).filter(({ code, deactivated }) => code !== null && !deactivated);
      const methods = services.map(({ code, description }) => ({ code: methodCode(carrier, code), name: description ?? code ?? '' }));
      return [{ carrier, methods: methods.length > 0 ? methods : [{ code: methodCode(carrier, null), name: carrier }] }];
    }),
  );
}

/**
 * Where goods leave from, or come to: the facility that is asked for, that of the connection, or the customer’s primary one. A building of
 * another warehouse is no number.
 */
export async function facilityFor({ client, customer, facility }: Opened, wanted: string | null): Promise<Result<string>> {
  if (wanted !== null && (!/^\d+$/.test(wanted) || (facility !== null && wanted !== facility)))
    return {
      ok: false,
      failure: { kind: 'rejected', code: 'invalid', reason: because({ code: 'extensiv.other_facility', facility: wanted }) },
    };
  const chosen = wanted ?? facility;
  if (chosen !== null) return { ok: true, value: chosen };
  const found = await client.get('get_customer', `customers/${customer}`, wire.customer);
  if (!found.ok) return found;
  const primary = found.value.primaryFacilityIdentifier?.id;
  if (primary) return { ok: true, value: primary };
  return { ok: false, failure: { kind: 'rejected', code: 'invalid', reason: because({ code: 'extensiv.no_facility' }) } };
}
