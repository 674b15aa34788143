import { upcOf } from '../amware/catalogue.ts';
import { hash } from '../seeded.ts';
import type { NewOrder } from '../ship-station/order.ts';
import { pacificOf } from '../ship-station/pacific.ts';
import { rareService } from '../ship-station/services.ts';
import { fromWall } from '../wall-clock.ts';
import { isCharge } from './codes.ts';
import type { Invoice, InvoiceLine } from './invoices.ts';
import { addressOfNobody, personOf } from './people.ts';
import { isoOf } from './places.ts';

/** The invoice as a marketplace order, with its number, lines and time; only the person is made up. */
export function orderOf(invoice: Invoice): NewOrder {
  const person = invoice.customerId === null ? null : personOf(invoice.customerId, invoice.country);
  return {
    orderNumber: invoice.number,
    orderKey: `retail-${invoice.number}`,
    orderStatus: isCancellation(invoice) ? 'cancelled' : 'awaiting_shipment',
    orderDate: pacificOf(fromWall('Europe/London', invoice.date)),
    customerId: person?.id ?? null,
    customerEmail: person?.email ?? null,
    shipTo: person?.address ?? addressOfNobody(invoice.country),
    serviceCode: serviceCodeOf(invoice),
    storeId: person?.address.company ? 310_002 : 310_001,
    customerNotes: hash(`note:${invoice.number}`) % 15 === 0 ? 'Please leave with a neighbour if nobody answers.' : null,
    ...wishesOf(invoice, person?.address.company ?? null),
    items: invoice.lines.map(itemOf),
  };
}

/** What the seller and the buyer noted: some orders are gifts, some have a day, wholesale ones a tag. */
function wishesOf({ number, date }: Invoice, company: string | null) {
  const seed = hash(`wishes:${number}`);
  return {
    giftMessage: seed % 25 === 0 ? 'Happy birthday! With love from all of us.' : null,
    internalNotes: seed % 20 === 1 ? 'Third order this month: add a catalogue.' : null,
    shipByDate: seed % 10 === 2 ? pacificOf(fromWall('Europe/London', date + 3 * 86_400_000)) : null,
    tagIds: company !== null ? [610_001] : seed % 30 === 3 ? [610_002] : [],
  };
}

export function isCancellation({ number }: Invoice): boolean {
  return number.startsWith('C');
}

/** By country, with some variety; about one British order in sixty has a service that is not mapped. */
export function serviceCodeOf({ number, country }: Invoice): string {
  const seed = hash(`service:${number}`);
  const iso = isoOf(country);
  if (iso === 'GB' && seed % 60 === 0) return rareService;
  if (iso === 'GB' || iso === 'JE' || iso === '')
    return ['rm_tracked_48', 'rm_tracked_24', 'ups_standard', 'rm_tracked_48'][seed % 4] as string;
  if (farAway.has(iso)) return seed % 3 === 0 ? 'fedex_international_priority' : 'dhl_express_worldwide';
  return seed % 2 === 0 ? 'rm_international_tracked' : 'ups_worldwide_saver';
}

const farAway = new Set(['US', 'CA', 'AU', 'ZA', 'JP', 'HK', 'SG', 'BR', 'IL', 'LB', 'AE', 'BH', 'SA']);

function itemOf({ code, description, quantity, unitPrice }: InvoiceLine) {
  const adjustment = isCharge(code);
  return {
    sku: code,
    name: description,
    quantity,
    unitPrice,
    adjustment,
    upc: adjustment ? null : upcOf(code),
    weightOunces: adjustment ? 0 : 1 + (hash(`weight:${code}`) % 40),
  };
}
