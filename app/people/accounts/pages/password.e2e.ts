import { expect, test } from 'vitest';
import { codeOf } from '../../../../test/authenticator.ts';
import { expectAccessible } from '../../../../test/browser/accessible.ts';
import { holdCall } from '../../../../test/browser/hold-calls.ts';
import { pressEnter } from '../../../../test/browser/press.ts';
import { testBrowser } from '../../../../test/browser.ts';
import { testProduct } from '../../../../test/product.ts';
import { demoPassword } from '../people/demo-people.ts';

const product = testProduct({ workers: 0 });
const { visit } = testBrowser(product);

test('a person changes their password and is told what is wrong beside its field; who forgot it types their address once', async () => {
  const page = await visit('/activity', { as: 'olive@demo.crossdock', phone: true, expected: [/422/] });
  await pressEnter(page.getByRole('button', { name: /Olive Reyes/ }));
  await pressEnter(page.getByRole('menuitem', { name: 'Change password' }));
  const save = async (current: string, next: string) => {
    await page.getByLabel('Current password').fill(current);
    await page.getByLabel('New password').fill(next);
    await page.keyboard.press('Enter');
  };
  await save('not this one', 'a battery staple');
  await page.getByText('This is not your password.').waitFor();
  await expectAccessible(page);
  await save(demoPassword, 'a battery staple');
  await page.getByText('Your password is changed. Every other browser was signed out.').waitFor();

  const other = await visit('/sign-in');
  await other.getByLabel('E-mail').fill('olive@demo.crossdock');
  await other.getByRole('link', { name: 'Forgot your password?' }).click();
  await other.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
  await expect.poll(() => other.getByLabel('E-mail').inputValue()).toBe('olive@demo.crossdock');
  await other.getByLabel('E-mail').fill('olvie@demo.crossdock');
  await other.keyboard.press('Enter');
  await other.getByRole('heading', { name: 'Look in your mail' }).waitFor();
  await pressEnter(other.getByRole('button', { name: 'Correct the address' }));
  await other.getByLabel('E-mail').and(other.locator(':focus')).waitFor();
  expect(await other.getByLabel('E-mail').inputValue()).toBe('olvie@demo.crossdock');
});

test('a person sets up an authenticator app by keyboard, signs in with its code, and signs the other browser out', async () => {
  const page = await visit('/settings/profile', { as: 'jonas@demo.crossdock', phone: true, expected: [/422/] });
  await pressEnter(page.getByRole('button', { name: 'Set up' }));
  await page.getByLabel('Your password').fill('not this one');
  await page.keyboard.press('Enter');
  await page.getByText('This is not your password.').waitFor();
  await page.getByLabel('Your password').fill(demoPassword);
  await page.keyboard.press('Enter');
  const key = (await page.getByRole('button', { name: /Copy the key/ }).getAttribute('aria-label'))?.split(' ').at(-1) ?? '';
  await expectAccessible(page);
  const address = `otpauth://totp/x?secret=${key}`;
  await page.getByLabel('Code', { exact: true }).fill(codeOf(address));
  await page.keyboard.press('Enter');
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect.poll(() => codes.count()).toBe(10);
  const recoveryCode = (await codes.first().textContent()) ?? '';
  await expectAccessible(page);
  await pressEnter(page.locator('button:focus'));
  await page.getByText('10 recovery codes are left').waitFor();

  const other = await visit('/sign-in?next=%2Fsettings%2Fviews', { dark: true, expected: [/401/] });
  await other.getByLabel('E-mail').fill('jonas@demo.crossdock');
  await other.getByLabel('Password', { exact: true }).fill(demoPassword);
  await other.keyboard.press('Enter');
  await other.getByRole('heading', { name: 'Enter your code' }).waitFor();
  await expectAccessible(other);
  await other.locator('input[name="code"]:focus').waitFor();
  await other.keyboard.type(codeOf(address, 1));
  await other.keyboard.press('Enter');
  await other.getByRole('button', { name: /Jonas Cole/ }).waitFor();

  await page.reload();
  await pressEnter(page.getByRole('button', { name: /^Sign out Chrome/ }));
  await page.getByText('That browser is signed out.').waitFor();
  await expectAccessible(page);
  await other.goto('/activity');
  await other.getByLabel('E-mail').fill('jonas@demo.crossdock');
  await other.getByLabel('Password', { exact: true }).fill(demoPassword);
  await other.keyboard.press('Enter');
  await pressEnter(other.getByRole('button', { name: 'Use a recovery code' }));
  await other.locator('input:focus').waitFor();
  await other.keyboard.type(recoveryCode);
  await other.keyboard.press('Enter');
  await other.getByRole('button', { name: /Jonas Cole/ }).waitFor();

  await pressEnter(page.getByRole('button', { name: 'Turn off' }));
  await page.getByLabel('Your password').fill(demoPassword);
  await page.keyboard.press('Enter');
  await page.getByText('Off. Signing in takes your password alone.').waitFor();
});

test('a profile comes with its page, before any script has run', async () => {
  const headers = { cookie: await product.cookieOf('olive@demo.crossdock'), accept: 'text/html' };
  const html = await (await fetch(`${product.origin}/settings/profile`, { headers })).text();
  const drawn = html.replaceAll(/<script.*?<\/script>/gs, '');
  expect(drawn).toContain('Off. Signing in takes your password alone.');
  expect(drawn).toContain('olive@demo.crossdock');
});

test('what is changed of the account while it is saved is saved by the next press', async () => {
  const page = await visit('/settings/account', { as: 'amira@demo.crossdock' });
  const days = page.getByLabel('Days before expiry');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await days.fill('20');
  const call = await holdCall(page, '**/api/account');
  await pressEnter(save);
  await call.begun;
  await days.fill('21');
  call.go();
  await page.getByText('The account was saved.').waitFor();
  await pressEnter(save);
  const stored = () => product.database.sql(`select expiry_days from accounts where name = 'Northwind Gifts'`);
  await expect.poll(stored).toEqual([{ expiry_days: 21 }]);
});
