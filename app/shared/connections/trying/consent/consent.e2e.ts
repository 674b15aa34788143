import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { application, type ConsentingFolder, startConsentingFolder } from '../../../../../connectors/contract-suite/consenting-folder.ts';
import { expectAccessible } from '../../../../../test/browser/accessible.ts';
import { faultsOfLayout } from '../../../../../test/browser/laid-out.ts';
import { pressEnter } from '../../../../../test/browser/press.ts';
import { testBrowser } from '../../../../../test/browser.ts';
import { cookieOf } from '../../../../../test/product.ts';
import { type SharedWeb, startWeb } from '../../../../../test/shared-web.ts';
import { createAccount, createUser } from '../../../../people/accounts/people.ts';

const admin = 'ann@folder.example';
let folder: ConsentingFolder;
let web: SharedWeb;

beforeAll(async () => {
  folder = await startConsentingFolder(() => ({ headers: { 'content-type': 'text/csv' }, text: 'order,date,sku\n' }));
  const applications = JSON.stringify({ csv_drop: application });
  web = await startWeb(async () => ({ SANDBOX_ORIGIN: folder.origin, VENDOR_APPLICATIONS: applications }));
  const accountId = await createAccount(web.directory, { name: 'Folder & Co' });
  await createUser(web.directory, { email: admin, name: 'Ann', role: 'account_admin', accountId });
});
afterAll(() => folder.stop());

const { visit } = testBrowser({
  get origin() {
    return web.env.baseUrl;
  },
  cookieOf: (email) => cookieOf(web, email),
});

test('who says no at the vendor finds what they typed again; who agrees has connected, and mends it by agreeing again', async () => {
  const page = await visit('/settings/connectors', { as: admin, expected: [/409/] });
  await pressEnter(page.getByRole('button', { name: 'Connect Orders as CSV' }));
  const dialog = page.getByRole('dialog', { name: 'Connect Orders as CSV' });
  await dialog.getByLabel('Name').fill('Our folder');
  await dialog.getByLabel('Address of the folder').fill(`${folder.origin}/shop`);
  await dialog.getByText('asks you to agree there').waitFor();
  await expect.poll(() => dialog.getByLabel('Access token').count()).toBe(0);
  await expectAccessible(page);
  const leave = dialog.getByRole('button', { name: 'Continue at Orders as CSV' });
  await pressEnter(leave);
  await page.getByRole('link', { name: 'Cancel' }).click();

  await page.getByText('was not agreed to').waitFor();
  await expectAccessible(page);
  // Of what else is in the list test/widths.e2e.ts has every width.
  for (const width of [390, 768, 1200]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => faultsOfLayout(page), { message: `at ${width} px` }).toEqual([]);
  }
  await pressEnter(page.getByRole('link', { name: 'Connect Orders as CSV again' }));
  await expect.poll(() => dialog.getByLabel('Address of the folder').inputValue()).toBe(`${folder.origin}/shop`);
  await expect.poll(() => dialog.getByLabel('Name').inputValue()).toBe('Our folder');
  await pressEnter(leave);
  await allow(page);
  await page.getByRole('heading', { name: 'Our folder', level: 1 }).waitFor();
  expect(new URL(page.url()).search).toBe('');

  await web.database.sql("update connections set state = 'needs_reconnect'");
  await page.goto('/settings/connectors/csv_drop');
  await pressEnter(page.getByRole('button', { name: 'Reconnect' }));
  const again = page.getByRole('dialog', { name: 'Reconnect Our folder' });
  // To sign in another way loses neither what was typed nor the focus.
  const address = again.getByLabel('Address of the folder');
  await address.fill(`${folder.origin}/shop/`);
  await pressEnter(again.getByRole('button', { name: 'Enter credentials instead' }));
  await again.getByLabel('Access token').fill('typed');
  const agree = again.getByRole('button', { name: 'Agree at Orders as CSV instead' });
  await pressEnter(agree);
  await again.getByRole('button', { name: 'Enter credentials instead' }).and(page.locator(':focus')).waitFor();
  await again.getByLabel('Access token').waitFor({ state: 'detached' });
  await page.keyboard.press('Enter');
  await expect.poll(() => again.getByLabel('Access token').inputValue()).toBe('typed');
  await pressEnter(agree);
  await expect.poll(() => address.inputValue()).toBe(`${folder.origin}/shop/`);
  await pressEnter(again.getByRole('button', { name: 'Continue at Orders as CSV' }));
  await allow(page);
  await expect.poll(() => page.getByRole('button', { name: 'Reconnect' }).count()).toBe(0);
});

/** Agrees at the vendor, and reads what is said on the way back for a few seconds only. */
const allow = (page: Page) =>
  Promise.all([page.getByText('Our folder is connected as 127.0.0.1').waitFor(), page.getByRole('link', { name: 'Allow' }).click()]);
