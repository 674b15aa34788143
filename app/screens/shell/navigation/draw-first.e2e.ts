import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { testBrowser } from '../../../../test/browser.ts';
import { testProduct } from '../../../../test/product.ts';

const product = testProduct({ workers: 0 });
const { visit } = testBrowser(product);

/** Notes when the first frame after each of these events begins, in ms of the page. */
const noteFrames = (page: Page, type: string) =>
  page.evaluate((event) => {
    const note = () => requestAnimationFrame(() => Object.assign(globalThis, { drawnAt: performance.now() }));
    addEventListener(event, note, { capture: true, once: true });
  }, type);

/** When the first request began whose path ends so, after the frame that was noted. */
const beganAfterFrame = (page: Page, path: string) =>
  page.evaluate((end) => {
    const asked = performance.getEntriesByType('resource').findLast(({ name }) => new URL(name).pathname.includes(end));
    return asked && asked.startTime - (globalThis as unknown as { drawnAt: number }).drawnAt;
  }, path);

test('a press on a link is drawn before what its page needs is asked for', async () => {
  const page = await visit('/', { as: product.signIns[0]?.email });
  await noteFrames(page, 'click');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Products' }).click();
  await page.getByRole('heading', { name: 'Products', level: 1 }).waitFor();
  await expect.poll(() => beganAfterFrame(page, '/products.data')).toBeGreaterThan(0);
});

test('a button that has the focus is drawn so before its menu is fetched', async () => {
  const page = await visit('/', { as: product.signIns[0]?.email });
  await noteFrames(page, 'focusin');
  await page.getByRole('button', { name: /^Notifications/ }).focus();
  await expect.poll(() => beganAfterFrame(page, '/assets/opened-bell')).toBeGreaterThan(0);
});
