import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../../test/browser/accessible.ts';
import { holdCall } from '../../../test/browser/hold-calls.ts';
import { idle } from '../../../test/browser/idle.ts';
import { pressEnter } from '../../../test/browser/press.ts';
import { testBrowser } from '../../../test/browser.ts';
import { testProduct } from '../../../test/product.ts';

const product = testProduct();
const { visit } = testBrowser(product);

test('an admin creates, renames and deletes a department by keyboard, is told what is wrong beside its field, and loses nothing unasked', async () => {
  const page = await visit('/activity', { as: 'amira@demo.crossdock', expected: [/422/] });
  await page.getByRole('link', { name: 'Departments' }).click();
  await page.getByText('4 departments').waitFor();
  await page.getByRole('button', { name: 'Save view' }).waitFor();
  await expect.poll(() => page.locator('nav [aria-current="page"]').allInnerTexts()).toEqual(['Departments', 'All']);
  await expectAccessible(page);
  await pressEnter(page.getByRole('button', { name: 'New department' }));
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('orders');
  await pressEnter(name);
  await page.getByText('There is a department named “orders” already.').waitFor();
  await page.locator('input[name="name"]:focus').waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await page.goBack();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect.poll(() => name.inputValue()).toBe('orders');
  await name.fill('Returns');
  await pressEnter(name);
  await page.getByText('The department was created.').waitFor();
  await page.getByText('5 departments').waitFor();

  await pressEnter(page.getByRole('button', { name: 'Edit Returns' }));
  await name.fill('Returns desk');
  await pressEnter(name);
  await pressEnter(page.getByRole('button', { name: 'Delete Returns desk' }));
  await page.getByRole('dialog', { name: 'Delete Returns desk?' }).getByText('Nobody is in it.').waitFor();
  await pressEnter(page.getByRole('dialog').locator('button:focus'));
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  // At once, since an alert does not stay.
  await pressEnter(page.getByRole('note').filter({ hasText: '“Returns desk” was deleted.' }).getByRole('button', { name: 'Undo' }));
  await page.getByText('Undo: working on 1 department.').waitFor();
  const restored = () => product.database.sql("select from departments where name = 'Returns desk'");
  await expect.poll(async () => (await restored()).length).toBe(1);
  await page.reload();
  await pressEnter(page.getByRole('button', { name: 'Delete Returns desk' }));
  await pressEnter(page.getByRole('dialog', { name: 'Delete Returns desk?' }).getByRole('button', { name: 'Delete' }));
  await page.getByText('4 departments').waitFor();
  await page.locator('button[aria-label="Edit Support"]:focus').waitFor();
  await page.keyboard.press('Enter');
  await name.fill('Help');
  await page.goBack();
  await page.getByRole('dialog', { name: 'Discard changes?' }).getByRole('button', { name: 'Discard' }).click();
  await page.waitForURL('**/activity');
});

test('of two who rename a department at once the later is told its name by now, keeps what they typed, and may save it then', async () => {
  const [amira, jonas] = [
    await visit('/settings/team/departments', { as: 'amira@demo.crossdock', expected: [/422/] }),
    await visit('/settings/team/departments', { as: 'jonas@demo.crossdock', expected: [/409/] }),
  ];
  for (const page of [amira, jonas]) await pressEnter(page.getByRole('button', { name: 'Edit Support' }));
  const nameOn = (page: Page) => page.getByRole('textbox', { name: 'Name', exact: true });
  const [hers, his] = [nameOn(amira), nameOn(jonas)];
  await hers.fill('Help');
  await pressEnter(hers);
  await amira.getByText('The department was saved.').waitFor();
  await his.fill('Service');
  await pressEnter(his);
  await jonas.getByText(/renamed “Support” to “Help” on .*\. Look at it again before you save\./).waitFor();
  await idle(jonas.getByRole('button', { name: 'Save', exact: true })).waitFor();
  await pressEnter(his);
  for (const page of [amira, jonas]) await page.getByRole('button', { name: 'Edit Service' }).waitFor();

  // What is typed while it is saved would be lost where the dialog closes then.
  await pressEnter(amira.getByRole('button', { name: 'Edit Service' }));
  await hers.fill('Orders');
  const call = await holdCall(amira, '**/api/departments/*');
  await pressEnter(hers);
  await call.begun;
  await amira.keyboard.type('42');
  call.go();
  await amira.getByText('There is a department named “Orders” already.').waitFor();
  await amira.locator('input[name="name"]:focus').waitFor();
  expect(await hers.inputValue()).toBe('Orders');

  await pressEnter(jonas.getByRole('button', { name: 'Edit Service' }));
  await jonas.getByRole('textbox', { name: /^What it does/ }).fill('');
  await pressEnter(his);
  const descriptions = () => product.database.sql("select description from departments where name = 'Service'");
  await expect.poll(descriptions).toEqual([{ description: '' }]);
});

test('who does not manage the team reads them, on a phone too', async () => {
  const page = await visit('/settings/team/departments', { as: 'olive@demo.crossdock', phone: true });
  await page.getByText('Purchasing').waitFor();
  await expect.poll(() => page.getByRole('button', { name: /department|^Edit|^Delete/ }).count()).toBe(0);
  await expectAccessible(page);
});
