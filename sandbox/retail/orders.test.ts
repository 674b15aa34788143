import { expect, test } from 'vitest';
import { carrierOf } from '../amware/methods.ts';
import { formatPacific } from '../ship-station/pacific.ts';
import { demoShippingMap, rareService, serviceOf } from '../ship-station/services.ts';
import { type Invoice, readInvoices, samplePath } from './invoices.ts';
import { orderOf } from './orders.ts';
import { personOf } from './people.ts';
import { places } from './places.ts';

const invoice = (changes: Partial<Invoice> = {}): Invoice => ({
  number: '536365',
  date: Date.parse('2010-12-01T08:26:00Z'),
  customerId: '17850',
  country: 'United Kingdom',
  lines: [{ code: '85123A', description: 'A MUG', quantity: 6, unitPrice: '2.55' }],
  ...changes,
});

test.each([
  ['2010-12-01T08:26:00Z', '2010-12-01T00:26:00.0000000'],
  ['2011-07-04T12:00:00Z', '2011-07-04T04:00:00.0000000'],
  ['2011-03-20T12:00:00Z', '2011-03-20T05:00:00.0000000'],
])('London %s is Pacific %s', (london, pacific) => {
  expect(formatPacific(orderOf(invoice({ date: Date.parse(london) })).orderDate ?? 0)).toBe(pacific);
});

test('charges are adjustments, and negative quantities stay', () => {
  const lines = [
    { code: 'POST', description: 'POSTAGE', quantity: 1, unitPrice: '18.0' },
    { code: '22423', description: 'CAKESTAND', quantity: -2, unitPrice: '12.75' },
  ];
  expect(orderOf(invoice({ lines })).items).toMatchObject([
    { sku: 'POST', adjustment: true },
    { sku: '22423', adjustment: false, quantity: -2 },
  ]);
  expect(orderOf(invoice({ lines })).orderStatus).toBe('awaiting_shipment');
  expect(orderOf(invoice({ number: 'C536379', lines })).orderStatus).toBe('cancelled');
});

test('an order without a customer has a country and nothing else', () => {
  const { shipTo, customerEmail } = orderOf(invoice({ customerId: null }));
  expect([shipTo?.country, shipTo?.name, shipTo?.street1, shipTo?.postalCode, customerEmail]).toEqual(['GB', null, null, null, null]);
});

test('all 38 countries make a person with the country’s own shape, the same every time', () => {
  expect(Object.keys(places)).toHaveLength(38);
  for (const country of Object.keys(places)) {
    const person = personOf('12345', country);
    expect(person).toEqual(personOf('12345', country));
    expect(person?.address.street1).toMatch(/\d/);
    expect(person?.email).toMatch(/^[a-z.]+\.12345@example\.(com|org|net)$/);
    expect(person?.address.postalCode).not.toMatch(/[#@]/);
  }
  const iso = (country: string) => personOf('1', country)?.address.country;
  expect(['EIRE', 'RSA', 'USA', 'Channel Islands', 'Unspecified', 'European Community'].map(iso)).toEqual([
    'IE',
    'ZA',
    'US',
    'JE',
    '',
    'EU',
  ]);
});

test('services vary, all but one are mapped to methods that the warehouse has', async () => {
  const codes = new Set<string>();
  const homes = new Map<string, Set<string>>();
  for await (const one of readInvoices(samplePath)) {
    const { serviceCode, shipTo } = orderOf(one);
    codes.add(serviceCode ?? '');
    const home = `${shipTo?.street1}, ${shipTo?.postalCode}`;
    if (shipTo?.name) homes.set(home, (homes.get(home) ?? new Set()).add(shipTo.name));
  }
  expect(codes.size).toBeGreaterThanOrEqual(6);
  expect([...codes].filter((code) => !(code in demoShippingMap))).toEqual([rareService]);
  expect([...codes].every((code) => serviceOf(code) !== null)).toBe(true);
  expect(Object.values(demoShippingMap).every((method) => carrierOf(method) !== null)).toBe(true);
  expect([...homes.values()].some((names) => names.size > 1)).toBe(true);
});
