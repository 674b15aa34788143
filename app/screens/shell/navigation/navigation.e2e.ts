import { expect, test } from 'vitest';
import { testBrowser } from '../../../../test/browser.ts';
import { testProduct } from '../../../../test/product.ts';

const product = testProduct({ workers: 0 });
const { visit } = testBrowser(product);

test('the whole navigation of an account admin fits a window of 900 px', async () => {
  const page = await visit('/settings/tags', { as: 'amira@demo.crossdock' });
  await page.setViewportSize({ width: 1440, height: 900 });
  const bar = page.getByRole('navigation', { name: 'Main' });
  await bar.getByRole('link', { name: 'Webhooks' }).waitFor();
  await expect.poll(() => bar.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0);
  const names = await bar.getByRole('link').allInnerTexts();
  expect(names.slice(-4)).toEqual(['Notifications', 'API', 'Webhooks', 'Audit']);
});
