import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../../../test/browser/accessible.ts';
import { testBrowser } from '../../../../test/browser.ts';
import { testProduct } from '../../../../test/product.ts';
import { importTexts } from '../../../shared/imports/texts.ts';

const product = testProduct();
const { visit } = testBrowser(product);
const operator = 'olive@demo.crossdock';

const csv = (text: string, name = 'mugs.csv') => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

test('an operator sees what a file would do, applies its good rows, takes the wrong ones away, and undoes it', async () => {
  const page = await visit('/import-export', { as: operator });
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Products' }).click();
  await page.getByRole('button', { name: 'Import products' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import products' });
  await dialog.getByText(importTexts.noLastImport).waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await dialog.getByText(importTexts.noFile).waitFor();
  const choose = async (file: ReturnType<typeof csv>) => {
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), dialog.getByRole('button', { name: 'CSV file' }).click()]);
    await chooser.setFiles(file);
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  };
  await choose({ ...csv('PK\u0003\u0004'), name: 'mugs.xlsx' });
  await page.getByText(importTexts.wrongType).waitFor();
  await choose(csv('Article;Title;Weight\nE2E-1;A mug;0,5\nE2E-2;Another mug;0.4\n'));
  await page.getByText('Choose where each is read from').waitFor();
  await expectAccessible(page);
  await page.getByRole('combobox', { name: 'SKU', exact: true }).selectOption('Article');
  await page.getByRole('button', { name: 'Check the file' }).click();
  await page.getByRole('link', { name: /^Wrong/ }).waitFor();
  await page.getByRole('cell', { name: 'is not a number' }).waitFor();
  await page.getByRole('cell', { name: '0.5', exact: true }).waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: /^Create/ }).click();
  await page.getByRole('cell', { name: 'E2E-2' }).waitFor();
  const apply = await page.getByRole('button', { name: 'Apply 1 good row' }).boundingBox();
  const click = async (clickCount: number) => {
    await page.mouse.move((apply?.x ?? 0) + (apply?.width ?? 0) - 12, (apply?.y ?? 0) + 12);
    await page.mouse.down({ clickCount });
    await page.mouse.up({ clickCount });
  };
  await click(1);
  await page.getByText('1 product imported, 1 wrong and left out.').waitFor();
  // Where Apply was is Undo now: the second half of a slow double click leaves it alone.
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  await click(2);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download the 1 wrong row' }).click(),
  ]);
  expect(await readFile(await download.path(), 'utf8')).toContain('E2E-1,A mug,"0,5",Weight is not a number (0.5)');
  // The page hears of its end before the reply is there, which says then no longer that it is being undone.
  const undone = page.getByText('1 product as before the import.');
  await page.route('**/api/imports/*/undo', async (route) => {
    const response = await route.fetch();
    await undone.waitFor();
    await route.fulfill({ response });
  });
  const readAgain = page
    .waitForResponse((response) => response.url().includes('/undo'))
    .then(() => page.waitForResponse(/imports.*\.data/));
  await page.getByRole('button', { name: 'Undo' }).click();
  await readAgain;
  expect(await page.getByText('The import is being undone.').count()).toBe(0);
  const path = new URL(page.url()).pathname;
  await page.getByRole('main').getByRole('link', { name: 'Import/export' }).click();
  await page.getByRole('cell', { name: 'Undone' }).waitFor();
  // Each of its runs leads back to it.
  await page.goto('/activity');
  const main = page.getByRole('main');
  const runs: [run: string, at: string | null][] = [];
  for (const run of ['Check of products', 'Products', 'Undo of products'])
    runs.push([run, await main.getByRole('link', { name: run, exact: true }).first().getAttribute('href')]);
  for (const [run, at] of runs) {
    await page.goto(at ?? '');
    await page.getByRole('heading', { name: run, exact: true }).waitFor();
    const rows = page.getByRole('region', { name: 'Rows to check' });
    const words = run.startsWith('Undo') ? /^None: every row succeeded/ : /^1 row of the file was wrong and left out\./;
    await rows.getByText(words).waitFor();
    expect(await rows.getByRole('paragraph').count()).toBe(1);
    const wrong = rows.getByRole('link', { name: 'Download the 1 wrong row' });
    if (run === 'Products') expect(await wrong.getAttribute('href')).toBe(`/api${path}/wrong-rows`);
    expect(await main.getByRole('link', { name: 'mugs.csv' }).getAttribute('href')).toBe(path);
  }
});

test('a file that is chosen while another is being sent does not take its place', async () => {
  const page = await visit('/import-export?of=products', { as: operator });
  await page.getByRole('button', { name: 'Import products' }).and(page.locator(':enabled')).click();
  const dialog = page.getByRole('dialog', { name: 'Import products' });
  const zone = dialog.getByRole('button', { name: 'CSV file' }).and(page.locator(':enabled'));
  const choose = async (name: string) => dialog.locator('input[type=file]').setInputFiles(csv(`sku,name\n${name},a mug\n`, name));
  await zone.waitFor();
  await choose('first.csv');
  await dialog.getByText('first.csv').waitFor();
  const held = Promise.withResolvers<void>();
  await page.route('**/api/upload-csv/2?**', async (route) => {
    await held.promise;
    await route.continue();
  });
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await zone.and(page.locator('[aria-busy=true]')).waitFor();
  await choose('second.csv');
  expect(await zone.textContent()).toContain('first.csv');
  held.resolve();
  await page.getByRole('button', { name: 'Apply 1 good row' }).waitFor();
  await page.getByText('first.csv').first().waitFor();
});

test('products of a category are exported, and the file is imported again without a change', async () => {
  const page = await visit('/import-export?of=raw_materials', { as: operator });
  await page.getByRole('button', { name: 'Export All Raw materials' }).click();
  await page.getByText('Generated file is ready for download').first().waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download generated CSV File' }).click(),
  ]);
  const text = await readFile(await download.path(), 'utf8');
  expect(text).toContain('BOX-KRAFT-S');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Import raw materials' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import raw materials' });
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), dialog.getByRole('button', { name: 'CSV file' }).click()]);
  await chooser.setFiles(csv(text, 'materials.csv'));
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByText('No row would change anything.').waitFor();
  await page.getByRole('link', { name: /^Unchanged ?6/ }).waitFor();
});

test('an operator is told what failed of an export, and tries it again', async () => {
  const page = await visit('/import-export?of=raw_materials', { as: operator, expected: [/500/] });
  const count = '**/api/download-csv/get-item-count**';
  await page.route(count, (route) => route.fulfill({ status: 500, body: '' }));
  await page.getByLabel('Only some, by').selectOption('Raw materials');
  // What could not be looked up is not called missing.
  const choice = page.getByRole('combobox', { name: 'Raw materials', exact: true });
  await choice.click();
  await page.getByText('There was an error processing your request').waitFor();
  expect(await page.getByText('Sorry, no matching options.').count()).toBe(0);
  await page.keyboard.press('Escape');
  const all = page.getByRole('button', { name: 'Export All Raw materials' });
  await all.click();
  await page.getByText('Sorry, there was an error processing your request').waitFor();
  await all.and(page.locator(':disabled')).waitFor();
  await page.unroute(count);
  await page.getByRole('button', { name: 'Try again' }).click();
  await choice.fill('BOX-KRAFT-S');
  await page.getByRole('option', { name: /BOX-KRAFT-S/ }).click();
  await page.getByRole('button', { name: 'Export chosen raw materials' }).click();
  await page.getByText('Generated file is ready for download').first().waitFor();
});

test('links of a channel are imported from its products page and undone there, and a list is exported as it is filtered', async () => {
  const [channel] = await product.database.sql<{ account_id: string; slug: string }>(
    `select account_id, slug from connections where 'orders' = any(capabilities) and disconnected_at is null order by id limit 1`,
  );
  await product.database.sql(`insert into products (account_id, sku, name) values ($1, 'E2E-LINKED', 'A mug of links')`, [
    channel?.account_id,
  ]);
  const page = await visit(`/settings/connectors/${channel?.slug}/products`, { as: operator });
  await page.getByRole('button', { name: 'Import links' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import links' });
  await dialog.getByText(importTexts.noLastImport).waitFor();
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), dialog.getByRole('button', { name: 'CSV file' }).click()]);
  await chooser.setFiles(csv('Channel SKU;Product SKU;Units\nE2E-PACK;E2E-LINKED;6\nE2E-OTHER;NO-SUCH;1\n', 'links.csv'));
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('cell', { name: 'is not a product' }).waitFor();
  await page.getByRole('button', { name: 'Apply 1 good row' }).click();
  await page.getByText('1 link imported, 1 wrong and left out.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('1 link as before the import.').waitFor();
  await page.goto('/products?search=E2E-LINKED');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const exporting = page.getByRole('dialog', { name: 'Export products' });
  await exporting.getByLabel('What the list shows (1)').waitFor();
  await expectAccessible(page);
  await exporting.getByRole('button', { name: 'Export', exact: true }).click();
  const link = exporting.getByRole('link', { name: 'Download generated CSV File' });
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  expect((await readFile(await download.path(), 'utf8')).trim().split('\r\n')).toHaveLength(2);
});
