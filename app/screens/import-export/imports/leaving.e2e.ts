import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { pressEnter } from '../../../../test/browser/press.ts';
import { testBrowser } from '../../../../test/browser.ts';
import { testProduct } from '../../../../test/product.ts';
import { aliasTexts } from './aliases/contract.ts';

const product = testProduct({ workers: 0 });
const { visit } = testBrowser(product);
const operator = 'olive@demo.crossdock';

/** More than a megabyte, which takes a minute: longer than any machine needs to leave. */
const report = Buffer.from(`seller-sku\tlisting-id\n${'85123A\tL1\n'.repeat(125_000)}`);

async function slowly(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 20_000 },
  });
}

async function choose(page: Page, label: string, buffer = report): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: label }).click()]);
  await chooser.setFiles({ name: 'wrong.txt', mimeType: 'text/plain', buffer });
}

const ended = (page: Page, path: string) => page.waitForEvent('requestfailed', (request) => request.url().includes(path));
const imports = () => product.database.sql(`select from imports where file_name = 'wrong.txt'`);

test('a listing report that is on its way can be given up, and is when the person goes elsewhere', async () => {
  const page = await visit('/import-export?of=links', { as: operator });
  await slowly(page);
  await choose(page, 'Listing report');
  await page.getByLabel('Channel').last().selectOption('ShipStation');
  const send = page.getByRole('button', { name: 'Import aliases' });
  await send.click();
  await Promise.all([ended(page, '/api/products/import'), page.getByRole('button', { name: 'Cancel' }).click()]);
  await page.getByText(aliasTexts.givenUp).waitFor();
  await send.click();
  await page.getByRole('button', { name: 'Cancel' }).waitFor();
  const elsewhere = page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Raw materials' });
  await Promise.all([ended(page, '/api/products/import'), elsewhere.click()]);
  await page.waitForURL(/of=raw_materials/);
  expect(await imports()).toEqual([]);
});

test('the dialog of an import can be left while its file is on its way, which ends that', async () => {
  const page = await visit('/import-export?of=products', { as: operator, phone: true });
  await slowly(page);
  for (const leave of [() => page.keyboard.press('Escape'), () => page.getByRole('button', { name: 'Cancel' }).click()]) {
    await page.getByRole('button', { name: 'Import products' }).click();
    await choose(page, 'CSV file');
    await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click();
    await Promise.all([ended(page, '/api/upload-csv/'), leave()]);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  expect(await imports()).toEqual([]);
});

test('who has left an import stays where they are when Start again has ended', async () => {
  const page = await visit('/import-export?of=products', { as: operator });
  await page.getByRole('button', { name: 'Import products' }).click();
  await choose(page, 'CSV file', Buffer.from('Article;Title\nA;B\n'));
  await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click();
  const startAgain = page.getByRole('button', { name: 'Start again' });
  await startAgain.waitFor();
  const [requested, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route('**/api/imports/*/cancel', async (route) => {
    requested.resolve();
    await released.promise;
    await route.continue();
  });
  await pressEnter(startAgain);
  await requested.promise;
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Saved views' }).click();
  await page.getByRole('heading', { name: 'Saved views', level: 1 }).waitFor();
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  const [reply] = await Promise.all([page.waitForResponse('**/api/imports/*/cancel'), released.resolve()]);
  await reply.finished();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  expect([reply.status(), paths.filter((path) => path.startsWith('/import-export')), new URL(page.url()).pathname]).toEqual([
    ...[200, [], '/settings/views'],
  ]);
});
