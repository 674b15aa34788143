import { expect, test } from 'vitest';
import { expectAccessible } from '../../../test/browser/accessible.ts';
import { testBrowser } from '../../../test/browser.ts';
import { testProduct } from '../../../test/product.ts';

const product = testProduct({ sandbox: { pace: 'instant', limits: { shipStation: null, amware: null } } });
const { visit } = testBrowser(product);

test('an account admin creates a webhook, is shown its secret once, sends a test, sees what came of it, and sends it again', async () => {
  const page = await visit('/activity', { as: 'amira@demo.crossdock', expected: [/422/] });
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await page.getByText('No webhooks yet').waitFor();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'New webhook' }).click();
  const dialog = page.getByRole('dialog', { name: 'New webhook' });
  await dialog.getByLabel('Name').fill('Ledger');
  await dialog.getByLabel('Address').fill('https://127.0.0.1/hooks');
  await dialog.getByRole('checkbox', { name: 'order.shipped' }).check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Create webhook' }).click();
  await dialog.getByText('127.0.0.1 is an address inside a private network.').waitFor();
  await dialog.getByLabel('Address').fill(`${product.sandbox.origin}/nobody-here`);
  await dialog.getByRole('button', { name: 'Create webhook' }).click();
  await dialog.getByText(/^whsec_/).waitFor();
  await dialog.getByRole('button', { name: 'I have saved it' }).click();
  await dialog.waitFor({ state: 'detached' });

  await page.getByRole('link', { name: 'Ledger' }).click();
  await page.getByRole('heading', { name: 'Ledger' }).waitFor();
  expect(await page.getByText(/whsec_/).count()).toBe(0);
  await page.getByRole('button', { name: 'Send test event' }).click();
  await page.getByText(/^404 in/).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Show webhook.test/ }).click();
  const delivery = page.getByRole('dialog', { name: 'webhook.test' });
  await delivery.getByText('Try 1', { exact: true }).waitFor();
  await expect.poll(() => delivery.getByRole('textbox', { name: 'Request' }).inputValue()).toContain('"type": "webhook.test"');
  await expectAccessible(page);
  // By itself the second try comes after five seconds, and the third after five minutes.
  await expect.poll(tries).toBe(2);
  await delivery.getByRole('button', { name: 'Send again' }).click();
  await delivery.waitFor({ state: 'detached' });
  await expect.poll(tries).toBeGreaterThan(2);
});

const tries = async () => (await product.database.sql<{ n: number }>('select count(*)::int as n from delivery_tries'))[0]?.n;
