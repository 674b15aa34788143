import { expect, test } from 'vitest';
import { testBrowser } from '../../../test/browser.ts';
import { testProduct } from '../../../test/product.ts';

const product = testProduct({ workers: 0 });
const { visit } = testBrowser(product);

test('a button that is pressed before the scripts of its page are there looks like one, and acts once they are', async () => {
  const page = await visit('/raw-materials', { as: 'olive@demo.crossdock' });
  const scripts = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await scripts.promise;
    await route.fallback();
  });
  await page.evaluate(() => void setTimeout(() => location.assign('/products')));
  await page.waitForURL('**/products', { waitUntil: 'commit' });
  const button = page.getByRole('button', { name: 'Columns' });
  await button.click();
  expect(await page.locator('html[data-hydrated]').count()).toBe(0);
  expect(await page.getByRole('dialog').count()).toBe(0);
  // However long the scripts take.
  await page.evaluate(() => Object.assign(globalThis.earlyClick ?? {}, { at: Number.POSITIVE_INFINITY }));
  scripts.resolve();
  await page.getByRole('dialog').waitFor();
});

test('a button that is pressed while the page waits for the data that came with it acts once it has them', async () => {
  const page = await visit('/raw-materials', { as: 'olive@demo.crossdock' });
  await page.addInitScript(() => {
    const data = Promise.withResolvers<void>();
    Object.assign(globalThis, {
      giveData: data.resolve,
      TextEncoderStream: class extends TransformStream {
        constructor() {
          super({ transform: (text, to) => data.promise.then(() => to.enqueue(new TextEncoder().encode(text))) });
        }
      },
    });
  });
  await page.evaluate(() => void setTimeout(() => location.assign('/products')));
  await page.waitForURL('**/products', { waitUntil: 'load' });
  await page.getByRole('button', { name: 'Columns' }).click();
  expect(await page.locator('html[data-hydrated]').count()).toBe(0);
  await page.evaluate(() => {
    Object.assign(globalThis.earlyClick ?? {}, { at: Number.POSITIVE_INFINITY });
    (globalThis as unknown as { giveData: () => void }).giveData();
  });
  await page.getByRole('dialog').waitFor();
});
