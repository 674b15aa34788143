import { test } from 'vitest';
import { expectAccessible } from '../../../../../test/browser/accessible.ts';
import { pressEnter, pressSpace } from '../../../../../test/browser/press.ts';
import { testBrowser } from '../../../../../test/browser.ts';
import { encoded } from '../../../../../test/encoded.ts';
import { testProduct } from '../../../../../test/product.ts';

const product = testProduct();
const { visit } = testBrowser(product);

/** Of one letter beyond ASCII nobody knows whose it is. */
const doubtful = encoded('sku,name\nE2E-FLOUR,Mąka\n', 'windows-1250');

test('how a doubtful file is read is chosen by its lines, with the keyboard, on a phone too', async () => {
  const page = await visit('/import-export?of=products', { as: 'olive@demo.crossdock' });
  await pressEnter(page.getByRole('button', { name: 'Import products' }));
  const dialog = page.getByRole('dialog', { name: 'Import products' });
  await dialog.getByRole('button', { name: 'CSV file' }).and(page.locator(':enabled')).waitFor();
  await dialog.locator('input[type=file]').setInputFiles({ name: 'flour.csv', mimeType: 'text/csv', buffer: doubtful });
  await dialog.getByText('flour.csv').waitFor();
  await pressEnter(dialog.getByRole('button', { name: 'Import', exact: true }));
  const right = page.getByRole('radio', { name: 'E2E-FLOUR,Mąka' });
  await right.waitFor();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  const read = page.getByRole('button', { name: 'Read the file this way' });
  await pressEnter(read);
  await page.getByText('Choose one', { exact: true }).waitFor();
  await page.locator('input[type=radio]:focus').waitFor();
  await pressSpace(right);
  await page.getByRole('radio', { name: 'E2E-FLOUR,Mąka', checked: true }).waitFor();
  await pressEnter(read);
  await page.getByText('Mąka').and(page.locator('main *')).first().waitFor();
  await page.getByRole('button', { name: 'Apply 1 good row' }).waitFor();
  await pressEnter(page.getByRole('button', { name: 'Change encoding' }));
  await page.getByRole('radio', { name: 'E2E-FLOUR,Mąka', checked: true }).waitFor();
  const close = page.getByRole('button', { name: 'Keep the encoding' }).and(page.locator(':focus'));
  await close.waitFor();
  await pressEnter(close);
  await page.getByRole('button', { name: 'Change encoding' }).and(page.locator(':focus')).waitFor();
});
