import { test } from 'vitest';
import { expectAccessible } from '../../test/browser/accessible.ts';
import { testBrowser } from '../../test/browser.ts';
import { testProduct } from '../../test/product.ts';
import { demoPassword } from './demo-people.ts';

const product = testProduct({ workers: 0 });
const { visit } = testBrowser(product);

test('a person changes their password, is told what is wrong beside its field, and signs in with the new one', async () => {
  const page = await visit('/activity', { as: 'olive@demo.crossdock', phone: true, expected: [/422/] });
  await page.locator('html[data-hydrated]').waitFor();
  await page.getByRole('button', { name: /Olive Reyes/ }).press('Enter');
  await page.getByRole('menuitem', { name: 'Change password' }).press('Enter');
  const save = async (current: string, next: string) => {
    await page.getByLabel('Current password').fill(current);
    await page.getByLabel('New password').fill(next);
    await page.keyboard.press('Enter');
  };
  await save('not this one', 'a battery staple');
  await page.getByText('This is not your password.').waitFor();
  await expectAccessible(page);
  await save(demoPassword, 'password1');
  await page.getByText('This password is among the most common ones.').waitFor();
  await save(demoPassword, 'a battery staple');
  await page.getByText('Your password is changed. Every other browser was signed out.').waitFor();

  const other = await visit('/sign-in');
  await other.locator('html[data-hydrated]').waitFor();
  await other.getByLabel('E-mail').fill('olive@demo.crossdock');
  await other.getByLabel('Password', { exact: true }).fill('a battery staple');
  await other.keyboard.press('Enter');
  await other.getByRole('button', { name: /Olive Reyes/ }).waitFor();
});
