import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { weighPage } from '../bench/page-weight.ts';
import { expectAccessible } from './browser/accessible.ts';
import { testBrowser } from './browser.ts';
import { testProduct } from './product.ts';

const product = testProduct({ workers: 0 });
const { visit } = testBrowser(product);

test('signed out, the first page leads to the sign-in page, which everyone can use', async () => {
  const page = await visit('/');
  expect(new URL(page.url()).pathname).toBe('/sign-in');
  await expectAccessible(page);
});

test('what nobody could use is found in a page that everyone can use, and while a dialog is open in that alone', async () => {
  const page = await visit('/orders', { as: product.signIns[0]?.email });
  await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor();
  await expectAccessible(page);
  // Controls that are too small to be hit.
  await page.evaluate(() => {
    const two = '<button style="width: 10px; height: 10px; padding: 0">a</button>'.repeat(2);
    document.querySelector('#main')?.insertAdjacentHTML('afterbegin', `<div style="font-size: 0">${two}</div>`);
  });
  await expect(expectAccessible(page)).rejects.toMatchObject({ actual: [expect.stringMatching(/^target-size/)] });
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard' });
  await dialog.waitFor();
  // Of rows that are alike, one without words.
  const buttons = (words: string[]) => words.map((word) => `<li><button style="padding: 9px">${word}</button></li>`).join('');
  const list = await dialog.evaluateHandle((shown) => shown.appendChild(document.createElement('ul')));
  await list.evaluate((shown, html) => (shown.innerHTML = html), buttons(['Ink', 'Pen', 'Nib', 'Pad']));
  await expectAccessible(page);
  await list.evaluate((shown, html) => (shown.innerHTML = html), buttons(['Ink', 'Pen', 'Nib', '']));
  await expect(expectAccessible(page)).rejects.toMatchObject({ actual: [expect.stringMatching(/^button-name/)] });
});

test.each([
  ['/', 185, 27.5],
  ['/orders', 180, 27.5],
  ['/purchase-orders', 184, 27.5],
  ['/products', 184, 27.5],
])('%s comes with at most %f kB of scripts, and %f kB of styles', async (path, most, ofStyles) => {
  const cookie = await product.cookieOf(product.signIns[0]?.email ?? '');
  const page = await fetch(product.origin + path, { headers: { cookie, accept: 'text/html' } });
  const { js, css } = await weighPage(product.origin, await page.text());
  expect(js).toBeGreaterThan(100);
  expect(js).toBeLessThanOrEqual(most);
  expect(css).toBeGreaterThan(10);
  expect(css).toBeLessThanOrEqual(ofStyles);
});

test('what the loaders read is in the page itself, which is rendered in one pass', async () => {
  const [email = ''] = product.signIns.map((signIn) => signIn.email);
  const response = await fetch(`${product.origin}/orders`, { headers: { cookie: await product.cookieOf(email), accept: 'text/html' } });
  const html = await response.text();
  expect(html).toContain('streamController.close()');
  expect(html).not.toContain('<!--$!-->');
});

test('no page takes code of the server into the browser', async () => {
  const assets = `${import.meta.dirname}/../build/client/assets`;
  const scripts = (await readdir(assets)).filter((name) => name.endsWith('.js'));
  const texts = await Promise.all(scripts.map((name) => readFile(`${assets}/${name}`, 'utf8')));
  expect(scripts.filter((_, at) => /AsyncLocalStorage|\b(?:insert into|delete from) [a-z_]+/.test(texts[at] ?? ''))).toEqual([]);
  expect(scripts.length).toBeGreaterThan(20);
});

test('an error in the browser’s console fails its test, unless it was expected', async () => {
  const page = await visit('/sign-in', { expected: [/made up/] });
  await page.evaluate(() => console.error('made up'));
});

test('a request that was aborted for a newer one is no failure', async () => {
  const page = await visit('/sign-in');
  await page.evaluate(() => void Promise.reject(new DOMException('for newer news', 'AbortError')));
  // The browser reports it after the current task, before the next one.
  await page.evaluate(() => document.title);
});
