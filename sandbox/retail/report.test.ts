import { expect, test } from 'vitest';
import { samplePath } from './invoices.ts';
import { type CrossdockRow, retailReport } from './report.ts';
import { reportText } from './report-text.ts';
import { type InvoiceClass, type InvoiceSummary, retailTotals } from './totals.ts';

const fates: Record<InvoiceClass, Partial<CrossdockRow>> = {
  good: { status: 'fulfilled', warehouseLines: 1 },
  'charge-only': { status: 'pending' },
  cancelled: { status: 'cancelled' },
  negative: { status: 'error', issues: ['rejected_by_warehouse'] },
  'no-customer': { status: 'error', issues: ['address_incomplete'] },
  'no-country': { status: 'error', issues: ['address_incomplete'] },
  'unknown-code': { status: 'error', issues: ['unmapped_sku'] },
  'unmapped-service': { status: 'error', issues: ['unmapped_shipping'] },
};

const rowOf = ({ number, class: name, country, lines, units, money }: InvoiceSummary): CrossdockRow => ({
  orderNumber: number,
  country,
  lines,
  units,
  money,
  status: 'error',
  issues: [],
  warehouseLines: 0,
  chargeLinesSent: 0,
  ...fates[name],
});

async function sample() {
  const retail = await retailTotals(samplePath);
  return { retail, rows: [...retail.invoices.values()].map(rowOf) };
}

test('the sample in figures', async () => {
  const { retail } = await sample();
  const classes = Object.groupBy(retail.invoices.values(), (invoice) => invoice.class);
  expect(Object.fromEntries(Object.entries(classes).map(([name, list]) => [name, list.length]))).toEqual({
    good: 322,
    'unknown-code': 62,
    cancelled: 43,
    'no-customer': 37,
    negative: 30,
    'unmapped-service': 5,
    'charge-only': 1,
  });
  expect(retail.countries.get('GB')).toEqual({ lines: 9154, units: 65060, money: '160669.76' });
  expect(retail.countries.size).toBe(14);
});

test('when every promise is kept, file and Crossdock agree', async () => {
  const { retail, rows } = await sample();
  const report = retailReport(retail, rows);
  expect(report).toMatchObject({ agrees: true, missing: [], doubled: [], chargesSent: [] });
  expect(reportText(report)).toContain('The file and Crossdock agree.');
});

test.each<[string, (rows: CrossdockRow[]) => void, string]>([
  ['a lost order', (rows) => rows.splice(0, 1), 'missing: 536365'],
  ['a doubled order', (rows) => rows.push(rows[0] as CrossdockRow), 'doubled: 536365'],
  ['a line too few', (rows) => Object.assign(rows[0] ?? {}, { lines: 1 }), 'DO NOT agree'],
  ['a penny too much', (rows) => Object.assign(rows[0] ?? {}, { money: '139.13' }), 'DO NOT agree'],
  ['a good order that waits', (rows) => Object.assign(rows[0] ?? {}, { status: 'packing' }), 'good 536365: packing'],
  ['a charge that was sent', (rows) => Object.assign(rows[0] ?? {}, { chargeLinesSent: 1 }), 'charges sent to the warehouse: 536365'],
])('%s is found', async (_what, spoil, found) => {
  const { retail, rows } = await sample();
  spoil(rows);
  const report = retailReport(retail, rows);
  expect(report.agrees).toBe(false);
  expect(reportText(report)).toContain(found);
});

test('a partial replay is compared with that part', async () => {
  const part = await retailTotals(samplePath, 10, 5);
  const whole = await retailTotals(samplePath);
  expect([...part.invoices.keys()]).toEqual([...whole.invoices.keys()].slice(5, 15));
});
