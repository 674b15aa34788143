import { decimalOf, thousandths } from '../money.ts';
import { rareService } from '../ship-station/services.ts';
import { createCatalogueReader } from './catalogue.ts';
import { isCharge } from './codes.ts';
import { type Invoice, readInvoices } from './invoices.ts';
import { isCancellation, serviceCodeOf } from './orders.ts';
import { isoOf } from './places.ts';

/**
 * What an invoice is, the first that fits: `cancelled` (number begins with C), `charge-only`, `negative` (goods of zero or
 * fewer units), `no-customer`, `no-country` (none that can be delivered to), `unknown-code` (goods that the warehouse does
 * not have), `unmapped-service` (the demo's rare one), else `good`.
 */
export const invoiceClasses = [
  'good',
  'charge-only',
  'cancelled',
  'negative',
  'no-customer',
  'no-country',
  'unknown-code',
  'unmapped-service',
] as const;
export type InvoiceClass = (typeof invoiceClasses)[number];

export type Totals = { lines: number; units: number; money: string };
export type InvoiceSummary = Totals & { number: string; country: string; class: InvoiceClass };

/** The file in figures. `countries` is by ISO code; lines and units are of all lines, charges and negatives among them. */
export type RetailTotals = { countries: Map<string, Totals>; invoices: Map<string, InvoiceSummary> };

/** Reads a whole file, or of its invoices those that a replay with this limit and start would enter. */
export async function retailTotals(path: string, limit = Number.POSITIVE_INFINITY, startAt = 0): Promise<RetailTotals> {
  const catalogue = createCatalogueReader();
  let passed = 0;
  const seen: { summary: InvoiceSummary; invoice: Omit<Invoice, 'lines'>; goods: { code: string; quantity: number }[] }[] = [];
  for await (const invoice of readInvoices(path)) {
    catalogue.read(invoice);
    if (passed++ >= startAt && seen.length < limit) seen.push(summarise(invoice));
  }
  const skus = new Set(catalogue.items().map(({ sku }) => sku));
  for (const { summary, invoice, goods } of seen) summary.class = classOf(invoice, goods, skus);
  const invoices = new Map(seen.map(({ summary }) => [summary.number, summary]));
  return { invoices, countries: sumByCountry(invoices.values()) };
}

/** Adds up by country; the same for the file's invoices and for orders read from elsewhere. */
export function sumByCountry(rows: Iterable<Totals & { country: string }>): Map<string, Totals> {
  const sums = new Map<string, { lines: number; units: number; money: number }>();
  for (const { country, lines, units, money } of rows) {
    const sum = sums.get(country) ?? { lines: 0, units: 0, money: 0 };
    sums.set(country, { lines: sum.lines + lines, units: sum.units + units, money: sum.money + thousandths(money) });
  }
  return new Map([...sums].map(([country, sum]) => [country, { ...sum, money: decimalOf(sum.money) }]));
}

function summarise({ lines, ...invoice }: Invoice) {
  const money = lines.reduce((sum, { quantity, unitPrice }) => sum + quantity * thousandths(unitPrice), 0);
  const summary: InvoiceSummary = {
    number: invoice.number,
    country: isoOf(invoice.country),
    class: 'good',
    lines: lines.length,
    units: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    money: decimalOf(money),
  };
  const goods = lines.filter(({ code }) => !isCharge(code)).map(({ code, quantity }) => ({ code, quantity }));
  return { summary, invoice, goods };
}

function classOf(invoice: Omit<Invoice, 'lines'>, goods: { code: string; quantity: number }[], known: Set<string>): InvoiceClass {
  const whole = { ...invoice, lines: [] };
  if (isCancellation(whole)) return 'cancelled';
  if (goods.length === 0) return 'charge-only';
  if (goods.some(({ quantity }) => quantity <= 0)) return 'negative';
  if (invoice.customerId === null) return 'no-customer';
  if (['', 'EU'].includes(isoOf(invoice.country))) return 'no-country';
  if (goods.some(({ code }) => !known.has(code))) return 'unknown-code';
  return serviceCodeOf(whole) === rareService ? 'unmapped-service' : 'good';
}
