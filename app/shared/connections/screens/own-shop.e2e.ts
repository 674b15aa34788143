import { expect, test } from 'vitest';
import { expectAccessible } from '../../../../test/browser/accessible.ts';
import { expectLaidOut } from '../../../../test/browser/laid-out.ts';
import { testBrowser } from '../../../../test/browser.ts';
import { testProduct } from '../../../../test/product.ts';

const product = testProduct({ workers: 0 });
const { visit } = testBrowser(product);

test('an account admin connects a shop of their own, makes its key, and the shop sends its first order', async () => {
  const page = await visit('/settings/connectors', { as: 'amira@demo.crossdock', expected: [/422/] });
  await page.getByRole('button', { name: 'Connect Your own shop' }).click();
  const connecting = page.getByRole('dialog');
  await connecting.getByLabel('Name').fill('Corner shop');
  await connecting.getByLabel('Code').fill('Corner Shop!');
  await connecting.getByRole('button', { name: 'Connect', exact: true }).click();
  await connecting.getByText('letters, digits and hyphens, as in web-shop').waitFor();
  await expectAccessible(page);
  await connecting.getByLabel('Code').fill('corner-shop');
  await connecting.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByRole('heading', { name: 'Corner shop' }).waitFor();
  await page.getByText(`${product.origin}/v1/shop/orders`).waitFor();
  // Nothing is read from it, so nothing can be read now.
  expect(await page.getByRole('button', { name: 'Sync now' }).count()).toBe(0);
  await expectAccessible(page);
  await expectLaidOut(page);

  await page.getByRole('link', { name: 'Settings → API' }).click();
  await page.getByRole('button', { name: 'New key' }).click();
  const dialog = page.getByRole('dialog', { name: 'New key' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Corner');
  await dialog.getByRole('checkbox', { name: /^Sell: its orders go by themselves/ }).click();
  const shop = dialog.getByRole('combobox', { name: 'Shop that it sells for' });
  await dialog.getByRole('button', { name: 'Make the key' }).click();
  await dialog.getByText('Choose the shop of your own that the key sells for.').waitFor();
  await expectAccessible(page);
  await shop.selectOption('Corner shop');
  await dialog.getByRole('button', { name: 'Make the key' }).click();
  const kept = page.getByRole('dialog', { name: 'Save this key now' });
  const key = (await kept.getByLabel('The key').textContent()) ?? '';
  await kept.getByRole('button', { name: 'I have saved it' }).click();
  await page.getByRole('row', { name: /Corner.*sells for Corner shop/ }).waitFor();

  const ship_to = { name: 'Ada Byron', line_1: '1 Main Street', city: 'Austin', state: 'TX', postal_code: '78701', country: 'US' };
  const lines = [{ sku: 'MUG', quantity: 2, unit_price: '12.50' }];
  const sent = await page.request.post('/v1/shop/orders', {
    headers: { authorization: `Bearer ${key}` },
    data: { external_id: 'web-10042', currency: 'USD', shipping_code: 'standard', ship_to, lines },
  });
  expect(await sent.json()).toMatchObject({ external_id: 'web-10042', outcome: 'created' });
});
