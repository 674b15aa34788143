import { expect, test } from 'vitest';
import { expectAccessible } from '../../test/browser/accessible.ts';
import { testBrowser } from '../../test/browser.ts';
import { testProduct } from '../../test/product.ts';

const product = testProduct({ workers: 0 });
const { visit } = testBrowser(product);

test('an account admin invites two people by keyboard; one joins by the mail, is made an admin, and is removed', async () => {
  const amira = await visit('/settings/team', { as: 'amira@demo.crossdock' });
  await amira.getByRole('button', { name: 'Invite people' }).press('Enter');
  const emails = amira.getByRole('textbox', { name: 'E-mail addresses' });
  await emails.fill('ina@example.org, nobody');
  await amira.getByRole('combobox', { name: 'Departments' }).fill('Sup');
  await amira.getByRole('option', { name: 'Support' }).click();
  await amira.keyboard.press('Escape');
  await amira.getByRole('button', { name: 'Invite', exact: true }).press('Enter');
  await amira.getByText('nobody is not an e-mail address.').waitFor();
  await expectAccessible(amira);
  expect(await emails.inputValue()).toBe('nobody');
  await amira.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();

  const { mails } = await (await amira.request.get('/api/outbox')).json();
  const link = /\/invitation\?token=\S+/.exec(mails[0].text)?.[0] ?? '';
  const ina = await visit(link, { phone: true, expected: [/401/] });
  await ina.getByRole('heading', { name: 'Join Northwind Gifts' }).waitFor();
  await expectAccessible(ina);
  await ina.getByRole('textbox', { name: 'Your name' }).fill('Ina Moss');
  await ina.getByRole('textbox', { name: 'Password' }).fill('a walk along the harbour');
  await ina.getByRole('button', { name: 'Join' }).click();
  await ina.waitForURL((url) => url.pathname === '/');

  await amira.getByRole('button', { name: 'Edit Ina Moss' }).press('Enter');
  await amira.getByRole('checkbox', { name: 'Is Admin' }).press('Space');
  await amira.getByRole('button', { name: 'Save' }).press('Enter');
  await amira.getByRole('row', { name: /Ina Moss.*Admin.*Support/ }).waitFor();
  await amira.getByRole('button', { name: 'Remove Ina Moss' }).press('Enter');
  await amira.getByRole('dialog').getByRole('button', { name: 'Remove' }).press('Enter');
  await amira.getByText('Ina Moss is no longer in your team.').waitFor();
  await expectAccessible(amira);
});
