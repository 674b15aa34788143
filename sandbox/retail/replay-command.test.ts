import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { visit } from '../test/visit.ts';
import { samplePath } from './invoices.ts';
import { replayCommand } from './replay-command.ts';
import { retailTotals } from './totals.ts';

async function command(...args: string[]) {
  const { sandbox } = await visit();
  const printed: string[] = [];
  const code = await replayCommand([...args, '--sandbox', sandbox.origin, '--settle', '0'], { print: (text) => printed.push(text) });
  return { code, text: printed.join('\n'), sandbox };
}

test('it enters the file, then compares the given rows with it', async () => {
  const { invoices } = await retailTotals(samplePath, 4);
  const rows = [...invoices.values()].map((invoice) => ({
    ...{ orderNumber: invoice.number, country: invoice.country, lines: invoice.lines, units: invoice.units, money: invoice.money },
    ...{ status: 'fulfilled', issues: [], warehouseLines: invoice.lines, chargeLinesSent: 0 },
  }));
  const folder = await mkdtemp(join(tmpdir(), 'replay-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'rows.json'), JSON.stringify(rows));
  const { code, text, sandbox } = await command('--rate', '60000', '--limit', '4', '--report', '--rows', join(folder, 'rows.json'));
  expect(text).toContain('4 invoices read, 4 new');
  expect(text).toContain('The file and Crossdock agree.');
  expect([code, sandbox.control.seller().orders.size]).toEqual([0, 4]);
});

test('a file that is not there, and a rate that is none, end with a sentence', async () => {
  const missing = await command('/nowhere/sales.csv');
  expect([missing.code, missing.text]).toEqual([1, expect.stringContaining('The replay failed: ENOENT')]);
  const odd = await command('--rate', 'fast');
  expect([odd.code, odd.text]).toEqual([1, expect.stringContaining('The sandbox refused')]);
});
