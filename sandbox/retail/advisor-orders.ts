import type { NewOrder } from '../channel-advisor/order.ts';
import { hash } from '../seeded.ts';
import { fromWall } from '../wall-clock.ts';
import { isCharge } from './codes.ts';
import type { Invoice } from './invoices.ts';
import { isCancellation, serviceCodeOf } from './orders.ts';
import { addressOfNobody, personOf } from './people.ts';

/** The same services as the account's carriers and classes. `rareClass` is mapped by nobody in the demo, so that one issue shows. */
const requested: Record<string, [carrier: string, shippingClass: string]> = {
  rm_tracked_24: ['RoyalMail', 'TRACKED24'],
  rm_tracked_48: ['RoyalMail', 'TRACKED48'],
  rm_international_tracked: ['RoyalMail', 'INTLTRACKED'],
  ups_standard: ['UPS', 'STANDARD'],
  ups_worldwide_saver: ['UPS', 'WORLDWIDESAVER'],
  dhl_express_worldwide: ['DHL', 'EXPRESS'],
  fedex_international_priority: ['FEDEX', 'INTLPRIORITY'],
};
const rareClass: [string, string] = ['RoyalMail', 'SPECIAL1PM'];

/** Whether this share of the invoices, in percent, has it: whole sales of goods alone, since a marketplace sells nothing else. */
export function isSoldByAdvisor(invoice: Invoice, percent: number): boolean {
  const isPlain = invoice.lines.every(({ code, quantity }) => quantity > 0 && !isCharge(code));
  return isPlain && !isCancellation(invoice) && hash(`channel:${invoice.number}`) % 100 < percent;
}

/** The invoice as a marketplace's order that ChannelAdvisor imported. One in ten asks for the rare class. */
export function advisorOrderOf(invoice: Invoice): NewOrder {
  const person = invoice.customerId === null ? null : personOf(invoice.customerId, invoice.country);
  const { name, ...address } = person?.address ?? addressOfNobody(invoice.country);
  const [first = '', ...last] = (name ?? '').split(' ');
  const service = hash(`class:${invoice.number}`) % 10 === 0 ? rareClass : (requested[serviceCodeOf(invoice)] ?? rareClass);
  return {
    ...{ SiteOrderID: invoice.number, SiteID: 641, SiteName: 'Amazon Seller Central - UK', Currency: 'GBP' },
    CreatedDateUtc: new Date(fromWall('Europe/London', invoice.date)).toISOString(),
    ...{ RequestedShippingCarrier: service[0], RequestedShippingClass: service[1] },
    ...{
      BuyerUserId: invoice.customerId,
      BuyerEmailAddress: person?.email ?? null,
      ShippingFirstName: first,
      ShippingLastName: last.join(' '),
    },
    ...{ ShippingCompanyName: address.company, ShippingDaytimePhone: address.phone },
    ...{ ShippingAddressLine1: address.street1, ShippingAddressLine2: address.street2, ShippingCity: address.city },
    ...{ ShippingStateOrProvince: address.state, ShippingPostalCode: address.postalCode, ShippingCountry: address.country },
    items: invoice.lines.map(({ code, description, quantity, unitPrice }) => ({
      ...{ sku: code, title: description, quantity, unitPrice: Number(unitPrice) },
    })),
  };
}
