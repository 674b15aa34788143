import { type InvoiceClass, type InvoiceSummary, invoiceClasses, type RetailTotals, sumByCountry, type Totals } from './totals.ts';

/** An order as Crossdock has it, in one row. Lines, units and money are of all lines; `country` is the ISO code. */
export type CrossdockRow = Totals & {
  orderNumber: string;
  country: string;
  status: string;
  /** Types of its open issues. */
  issues: string[];
  /** Lines that were sent to the warehouse, and how many of them are charges. */
  warehouseLines: number;
  chargeLinesSent: number;
  /** For orders that were edited at the channel: its id there, and what its lines are called at the warehouse. */
  remoteId?: string;
  lineReferences?: string[];
  endedBy?: string | null;
};

export type RetailReport = {
  agrees: boolean;
  countries: { country: string; file: Totals; crossdock: Totals; agrees: boolean }[];
  fates: { class: InvoiceClass; promise: string; invoices: number; kept: number; exceptions: { number: string; found: string }[] }[];
  missing: string[];
  doubled: string[];
  /** Orders with a charge line that was sent to the warehouse. */
  chargesSent: string[];
};

const blank: Totals = { lines: 0, units: 0, money: '0.00' };
const hasIssue =
  (...types: string[]) =>
  ({ issues }: CrossdockRow) =>
    types.some((type) => issues.includes(type));
const notSent = ({ warehouseLines }: CrossdockRow) => warehouseLines === 0;

/** The expected outcome of the invoices of each class. */
const promises: Record<InvoiceClass, { promise: string; kept: (row: CrossdockRow) => boolean }> = {
  good: { promise: 'fulfilled, without an issue', kept: ({ status, issues }) => status === 'fulfilled' && issues.length === 0 },
  'charge-only': { promise: 'nothing sent to the warehouse', kept: notSent },
  cancelled: { promise: 'cancelled, nothing sent to the warehouse', kept: (row) => row.status === 'cancelled' && notSent(row) },
  negative: { promise: 'an issue, nothing sent to the warehouse', kept: (row) => row.issues.length > 0 && notSent(row) },
  'no-customer': { promise: 'an issue: the address is incomplete', kept: hasIssue('address_incomplete') },
  'no-country': {
    promise: 'an issue: the address is incomplete or refused',
    kept: hasIssue('address_incomplete', 'rejected_by_warehouse'),
  },
  'unknown-code': { promise: 'an issue: the SKU is not mapped', kept: hasIssue('unmapped_sku') },
  'unmapped-service': { promise: 'an issue: the service is not mapped', kept: hasIssue('unmapped_shipping') },
};

/** Compares the sales file with Crossdock: lines, units and money by country, and the outcome of every invoice. */
export function retailReport(retail: RetailTotals, crossdock: CrossdockRow[]): RetailReport {
  const rows = new Map(crossdock.map((row) => [row.orderNumber, row]));
  const theirs = sumByCountry(crossdock.filter(({ orderNumber }) => retail.invoices.has(orderNumber)));
  const names = [...new Set([...retail.countries.keys(), ...theirs.keys()])].sort();
  const countries = names.map((country) => {
    const [file, ours] = [retail.countries.get(country) ?? blank, theirs.get(country) ?? blank];
    return { country, file, crossdock: ours, agrees: file.lines === ours.lines && file.units === ours.units && file.money === ours.money };
  });
  const invoices = [...retail.invoices.values()];
  const report = {
    countries,
    fates: invoiceClasses.map((name) => fateOf(name, invoices, rows)),
    missing: invoices.filter(({ number }) => !rows.has(number)).map(({ number }) => number),
    doubled: doubled(crossdock.filter(({ orderNumber }) => retail.invoices.has(orderNumber))),
    chargesSent: crossdock.filter(({ chargeLinesSent }) => chargeLinesSent > 0).map(({ orderNumber }) => orderNumber),
  };
  const clean = [report.missing, report.doubled, report.chargesSent].every(({ length }) => length === 0);
  return {
    agrees: clean && countries.every(({ agrees }) => agrees) && report.fates.every((fate) => fate.kept === fate.invoices),
    ...report,
  };
}

function fateOf(name: InvoiceClass, invoices: InvoiceSummary[], rows: Map<string, CrossdockRow>): RetailReport['fates'][number] {
  const { promise, kept } = promises[name];
  const ofClass = invoices.filter((invoice) => invoice.class === name);
  const exceptions = ofClass.flatMap(({ number }) => {
    const row = rows.get(number);
    if (row && kept(row)) return [];
    return [{ number, found: row ? `${row.status}${row.issues.length > 0 ? `: ${row.issues.join(', ')}` : ''}` : 'not there' }];
  });
  return { class: name, promise, invoices: ofClass.length, kept: ofClass.length - exceptions.length, exceptions };
}

function doubled(rows: CrossdockRow[]): string[] {
  const seen = new Set<string>();
  return rows.map(({ orderNumber }) => orderNumber).filter((number) => seen.size === seen.add(number).size);
}
