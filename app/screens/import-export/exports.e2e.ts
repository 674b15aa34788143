import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../../test/browser/accessible.ts';
import { pressEnter } from '../../../test/browser/press.ts';
import { testBrowser } from '../../../test/browser.ts';
import { testProduct } from '../../../test/product.ts';

const product = testProduct();
const { visit } = testBrowser(product);
const operator = 'olive@demo.crossdock';

test('an operator exports orders, sees it end, downloads the file and deletes it', async () => {
  await product.sell({ orderNumber: 'EXPORT-1', items: [{ sku: '85123A', quantity: 1 }] });
  const page = await visit('/orders', { as: operator });
  await page
    .getByText('EXPORT-1')
    .or(page.getByRole('link', { name: '1 new order' }))
    .first()
    .waitFor();
  await page.getByRole('link', { name: 'Export', exact: true }).click();
  await page.getByRole('heading', { name: 'Import/export' }).waitFor();
  await page.getByText('No exports yet').waitFor();
  await page.getByLabel('All orders').check();
  await page.getByRole('button', { name: 'Export orders' }).click();
  await page.getByText('is ready for download').waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: /^orders-.*\.csv$/ }).click()]);
  const rows: { source_order_number: string }[] = parse(await readFile(await download.path()), { bom: true, columns: true });
  expect(rows.map(({ source_order_number }) => source_order_number)).toEqual(['EXPORT-1']);
  await expectAccessible(page);
  // On a tablet, too, where not every column has room.
  await page.setViewportSize({ width: 1024, height: 768 });
  const name = page.getByRole('cell', { name: /^orders-.*\.csv/ });
  await expect.poll(async () => (await name.boundingBox())?.width).toBeGreaterThan(160);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1024);
  await page.getByRole('button', { name: /^Delete orders-/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No exports yet').waitFor();
  // What is ticked in the list, by the bar below it.
  await page.goto('/orders');
  await page
    .getByRole('checkbox', { name: /^Select SO-/ })
    .first()
    .check();
  await page.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'Export' }).click();
  await page.getByRole('dialog', { name: 'Export: 1 order' }).getByRole('button', { name: 'Export' }).click();
  await page.getByRole('link', { name: 'See the file' }).click();
  await page.getByText('1 selected order').waitFor();
  await page.getByRole('button', { name: /^Delete orders-/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No exports yet').waitFor();
  // What each SKU of a channel is in the warehouse, from the page of what it sells.
  await page.goto('/settings/connectors/ship_station/products');
  await page.getByRole('button', { name: 'Export links' }).click();
  await page.getByText('is ready for download').waitFor();
  await page.getByRole('link', { name: 'See the file' }).click();
  await page.getByRole('link', { name: /^links-.*\.csv$/ }).waitFor();
  // And from where its file is kept.
  await page.getByRole('combobox', { name: 'Channel' }).first().selectOption('ShipStation');
  await page.getByRole('button', { name: 'Export links' }).click();
  await expect.poll(() => page.getByRole('link', { name: /^links-.*\.csv$/ }).count()).toBe(2);
  // What order lines name is read from a listing report, by the column that is chosen.
  const upload = () => page.getByRole('button', { name: 'Import aliases' }).click();
  await page.getByLabel('Mapping column').selectOption('None');
  await upload();
  await page.getByText('Please select mapping column').waitFor();
  await page.getByLabel('Mapping column').selectOption('product-id');
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: 'Listing report' }).click()]);
  const report = 'item-name\tseller-sku\tproduct-id\nA heart\t85123A\tB00E2E\nShort\n';
  await chooser.setFiles({ name: 'report.txt', mimeType: 'text/plain', buffer: Buffer.from(report) });
  await upload();
  await page.getByText('Choose the channel that these listings are of.').waitFor();
  await page.getByLabel('Channel').last().selectOption('ShipStation');
  await upload();
  await page.getByText('1 listing was read, 1 linked to products. 1 row has no value in the mapping column.').waitFor();
  // It is listed as an import of links, and undone where it was done.
  await pressEnter(page.getByRole('button', { name: 'Undo links' }));
  await page
    .getByRole('row', { name: /report\.txt/ })
    .getByText('Undone')
    .waitFor();
});

test('while a file is being written the button waits, after a reload too, until it is given up', async () => {
  await product.worker.stop();
  const page = await visit('/import-export', { as: operator, phone: true });
  const button = page.getByRole('button', { name: 'Export orders' });
  const below = page.getByRole('heading', { name: /^Past exports of orders/ });
  const top = (await below.boundingBox())?.y;
  await button.click();
  await page.getByRole('progressbar').waitFor();
  // There was room for it.
  expect((await below.boundingBox())?.y).toBe(top);
  await page.reload();
  await page.getByRole('progressbar').waitFor();
  await expect.poll(() => button.isDisabled()).toBe(true);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Delete this export' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No exports yet').waitFor();
  await expect.poll(() => button.isEnabled()).toBe(true);
});

test('a listing report shows how far it is where it was uploaded, after a reload too, until it is given up', async () => {
  await product.worker.stop();
  const page = await visit('/import-export?of=links', { as: operator, phone: true });
  // It is as wide as what is done, which is nothing yet.
  const progress = page.getByRole('progressbar', { name: 'Listing report' });
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: 'Listing report' }).click()]);
  await chooser.setFiles({ name: 'waits.txt', mimeType: 'text/plain', buffer: Buffer.from('seller-sku\tlisting-id\n85123A\tL1\n') });
  await page.getByLabel('Channel').last().selectOption('ShipStation');
  await page.getByRole('button', { name: 'Import aliases' }).click();
  await progress.waitFor({ state: 'attached' });
  await page.reload();
  await progress.waitFor({ state: 'attached' });
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('The import was cancelled. Nothing was changed.').waitFor();
  await progress.waitFor({ state: 'detached' });
});
