import { expect, test } from 'vitest';
import { testBrowser } from '../../../test/browser.ts';
import { testProduct } from '../../../test/product.ts';

const product = testProduct({ workers: 0 });
const { visit } = testBrowser(product);
const olive = 'olive@demo.crossdock';

test('on paper a list says when, not how long ago, and has nothing by which one goes elsewhere', async () => {
  const headers = { cookie: await product.cookieOf(olive), 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
  const body = JSON.stringify({ subject_1: 'Shipping', subject_2: 'Late', description: 'It is late.' });
  await fetch(`${product.origin}/support`, { method: 'POST', headers, body });
  const page = await visit('/support-tickets', { as: olive });
  const time = page.locator('tr[data-row] time').first();
  const exact = /\d{4} \d{1,2}:\d\d [ap]m$/;
  await expect.poll(() => time.textContent()).not.toMatch(exact);
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  await expect.poll(() => time.textContent()).toMatch(exact);
  // None of it is cut off.
  expect(await time.evaluate((it) => (it.closest('td') as HTMLElement).scrollWidth <= (it.closest('td') as HTMLElement).clientWidth)).toBe(
    true,
  );
  await expect.poll(() => page.getByRole('navigation').filter({ visible: true }).count()).toBe(0);
  await expect.poll(() => page.getByRole('searchbox').filter({ visible: true }).count()).toBe(0);
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect.poll(() => time.textContent()).not.toMatch(exact);
});
