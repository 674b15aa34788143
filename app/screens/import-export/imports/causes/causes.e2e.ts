import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../../../../test/browser/accessible.ts';
import { testBrowser } from '../../../../../test/browser.ts';
import { testProduct } from '../../../../../test/product.ts';

const product = testProduct();
const { visit } = testBrowser(product);

const rows = Array.from({ length: 60 }, (_, at) => `E2E-C${at};A mug;${at % 2 ? 'Espresso cups' : 'Saucers'};0.3`);
const file = ['SKU;Name;Category;Weight', ...rows, 'E2E-W1;A heavy mug;;heavy', 'E2E-W2;A light mug;;"0,2"'].join('\n');

/** Drops a file on what takes it, as from a folder beside the browser. */
async function drop(page: Page, zone: RegExp, name: string, content: string): Promise<void> {
  const dropped = await page.evaluateHandle(
    ([fileName, text]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text ?? ''], fileName ?? '', { type: 'text/csv' }));
      return transfer;
    },
    [name, content],
  );
  const target = page.getByRole('button', { name: zone }).and(page.locator(':enabled'));
  await target.dispatchEvent('drop', { dataTransfer: dropped });
}

test('an operator sees ten wrong rows behind five hundred, mends a cause with one click, and goes on with the mended file', async () => {
  const page = await visit('/import-export?of=products', { as: 'olive@demo.crossdock' });
  await page.getByRole('button', { name: 'Import products' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import products' });
  await drop(page, /CSV file/, 'cups.csv', file);
  await dialog.getByText('cups.csv').waitFor();
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  const causes = page.getByRole('region', { name: 'What is wrong' });
  await causes.getByText('2 categories: Espresso cups, Saucers').waitFor();
  await expectAccessible(page);
  await causes.getByRole('link', { name: /^Weight is not a number/ }).click();
  await causes.getByText('Only the rows of one cause are shown.').waitFor();
  await expect.poll(() => page.getByRole('table').getByRole('row').count()).toBe(3);
  const next = causes.getByRole('link', { name: /^Weight is not a number/ });
  const before = await next.boundingBox();
  await causes.getByRole('button', { name: 'Create these 2 categories' }).click();
  await page
    .getByText('Nothing is changed yet. Applying also creates 2 categories: Espresso cups, Saucers. Undo takes them back.')
    .waitFor();
  // What is mended keeps its place: the next cause is where it was.
  await causes.getByText('Mended', { exact: true }).waitFor();
  expect(await next.boundingBox()).toEqual(before);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Apply 60 good rows' }).click();
  await page.getByText('60 products imported, 2 wrong and left out.').waitFor();
  await page.getByRole('link', { name: /^Wrong/ }).click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: /^Download the 2 wrong/ }).click()]);
  const mended = (await readFile(await download.path(), 'utf8')).replace(',heavy,', ',0.9,').replace('"0,2"', '0.2');
  await drop(page, /Mended the wrong rows/, 'mended.csv', mended);
  await page.getByText('Wrong rows of cups.csv, mended').waitFor();
  await page.getByRole('button', { name: 'Apply 2 good rows' }).waitFor();
});
