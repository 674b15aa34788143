import { expect, test } from 'vitest';
import { expectAccessible } from '../../../test/browser/accessible.ts';
import { pressEnter } from '../../../test/browser/press.ts';
import { testBrowser } from '../../../test/browser.ts';
import { testProduct } from '../../../test/product.ts';

const product = testProduct({ workers: 0 });
const { visit } = testBrowser(product);

test('by keyboard an admin creates a tag, recolours, merges and deletes it, and brings it back', async () => {
  const page = await visit('/settings/tags', { as: 'amira@demo.crossdock' });
  await expectAccessible(page);
  const create = async (name: string) => {
    await pressEnter(page.getByRole('button', { name: 'New tag' }));
    const dialog = page.getByRole('dialog', { name: 'New tag' });
    const field = dialog.getByRole('textbox', { name: 'Name' });
    await field.fill(name);
    await pressEnter(field);
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: `Edit ${name}` }).waitFor();
  };
  await create('Present');
  await create('Gift');
  await pressEnter(page.getByRole('button', { name: 'Edit Gift' }));
  const form = page.getByRole('dialog', { name: 'Edit “Gift”' });
  await form.getByRole('combobox', { name: 'Colour' }).selectOption('Teal');
  await expectAccessible(page);
  await pressEnter(form.getByRole('button', { name: 'Save' }));
  await form.waitFor({ state: 'detached' });
  await page.locator('[data-tone="teal"]').getByText('Gift').waitFor();

  await pressEnter(page.getByRole('button', { name: 'Merge Present into another tag' }));
  const merging = page.getByRole('dialog', { name: 'Merge “Present”' });
  const choice = merging.getByRole('combobox', { name: 'Merge into' });
  await expect.poll(() => choice.isEnabled()).toBe(true);
  await choice.selectOption('Gift');
  await merging.getByText('No record has it.').waitFor();
  await expectAccessible(page);
  await pressEnter(merging.getByRole('button', { name: 'Merge' }));
  await merging.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Edit Present' }).waitFor({ state: 'detached' });

  await pressEnter(page.getByRole('button', { name: 'Delete Gift' }));
  const question = page.getByRole('dialog', { name: 'Delete Gift?' });
  await question.getByText('No record has it.').waitFor();
  await pressEnter(question.getByRole('button', { name: 'Delete' }));
  await question.waitFor({ state: 'detached' });
  // At once, since an alert does not stay.
  await pressEnter(page.getByRole('note').filter({ hasText: '“Gift” was deleted.' }).getByRole('button', { name: 'Undo' }));
  await page.getByText('“Gift” is there again.').waitFor();
  await page.getByRole('button', { name: 'Edit Gift' }).waitFor();
});

test('who does not manage the team reads them, on a phone too', async () => {
  const page = await visit('/settings/tags', { as: 'olive@demo.crossdock', phone: true });
  await page.getByText('Fragile').waitFor();
  await expect.poll(() => page.getByRole('button', { name: /tag$|^Edit|^Delete|^Merge/ }).count()).toBe(0);
  await expectAccessible(page);
});
