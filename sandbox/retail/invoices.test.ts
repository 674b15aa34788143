import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { isCharge, isGoodsName } from './codes.ts';
import { type Invoice, readInvoices, samplePath } from './invoices.ts';

async function all(path: string): Promise<Invoice[]> {
  const invoices: Invoice[] = [];
  for await (const invoice of readInvoices(path)) invoices.push(invoice);
  return invoices;
}

async function file(name: string, content: string | Buffer): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'retail-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, name), content);
  return join(folder, name);
}

const header = 'InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country\n';
const line = (number: string, code: string) => `${number},${code},"A ""BIG"", MUG",2,2011-02-01 11:20:00,7.95,12836.0,United Kingdom\n`;

test('the sample has 500 invoices and every line of theirs', async () => {
  const invoices = await all(samplePath);
  expect([invoices.length, invoices.reduce((sum, { lines }) => sum + lines.length, 0)]).toEqual([500, 9735]);
  expect(invoices[0]).toMatchObject({ number: '536365', customerId: '17850', country: 'United Kingdom' });
  expect(new Date(invoices[0]?.date ?? 0).toISOString()).toBe('2010-12-01T08:26:00.000Z');
  expect(invoices[0]?.lines[0]).toEqual({
    code: '85123A',
    description: 'WHITE HANGING HEART T-LIGHT HOLDER',
    quantity: 6,
    unitPrice: '2.55',
  });
});

test('an invoice that another one interrupts stays one', async () => {
  const text = header + line('1', '10001') + line('2', '10002') + line('1', '10003');
  for (const path of [await file('a.csv', text), await file('a.csv.gz', gzipSync(text))])
    expect((await all(path)).map(({ number, lines }) => [number, lines.map(({ code }) => code)])).toEqual([
      ['1', ['10001', '10003']],
      ['2', ['10002']],
    ]);
});

test('a file that is not there, or not what it says, fails where it is read', async () => {
  await expect(all('/nowhere/sales.csv')).rejects.toThrow('ENOENT');
  await expect(all(await file('b.csv.gz', header))).rejects.toThrow('incorrect header check');
});

test('charges are told from goods, and notes from names', () => {
  expect(['POST', 'D', 'M', 'm', 'DOT', 'BANK CHARGES', 'AMAZONFEE', 'CRUK', 'PADS', 'S', 'B', 'C2'].every(isCharge)).toBe(true);
  expect(['85123A', 'DCGS0003', 'gift_0001_20'].some(isCharge)).toBe(false);
  expect(['BAG 125g SWIRLY MARBLES', 'FOLK ART GREETING CARD,pack/12', 'WET LOOK PURSE'].every(isGoodsName)).toBe(true);
  expect(['', '?', 'damages', 'Next Day Carriage', 'thrown away', 'Found', 'wrongly coded 20713'].some(isGoodsName)).toBe(false);
});
