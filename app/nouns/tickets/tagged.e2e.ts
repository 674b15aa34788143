import { expect, test } from 'vitest';
import { expectAccessible } from '../../../test/browser/accessible.ts';
import { faultsOfLayout } from '../../../test/browser/laid-out.ts';
import { pressEnter } from '../../../test/browser/press.ts';
import { testBrowser } from '../../../test/browser.ts';
import { testProduct } from '../../../test/product.ts';
import { openDirectory } from '../../people/accounts/people/directory.ts';
import { createAccount, createUser } from '../../people/accounts/people.ts';

const product = testProduct();
const { visit } = testBrowser(product);
const olive = 'olive@demo.crossdock';

async function raised(): Promise<number> {
  const headers = { cookie: await product.cookieOf(olive), 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
  const body = JSON.stringify({ subject_1: 'Shipping', subject_2: 'Parcels are late', description: 'Since Monday.' });
  return (await (await fetch(`${product.origin}/support`, { method: 'POST', headers, body })).json()).id;
}

/** Somebody of the support team, who works from an account of their own. */
async function supporter(): Promise<string> {
  const directory = openDirectory(product.database.url, 1);
  const email = 'ida@portal.example';
  await createUser(directory, { email, name: 'Ida Help', role: 'super', accountId: await createAccount(directory, { name: 'Portal' }) });
  await directory.close();
  return email;
}

test('a person tags a ticket by keyboard, narrows the list to it, tags it there and undoes that; support from elsewhere sees no tag', async () => {
  const id = await raised();
  const page = await visit(`/support-tickets/${id}`, { as: olive });
  const tags = page.getByRole('group', { name: 'Tags' });
  await pressEnter(tags.getByRole('button', { name: 'Add tag' }));
  const field = tags.getByRole('combobox', { name: 'Tag' });
  await field.fill('Wholesale');
  await pressEnter(field);
  await page.getByText('Shipping: Parcels are late: 1 tag added.').waitFor();
  await expectAccessible(page);

  const wide = await visit('/support-tickets', { as: olive });
  const row = wide.locator(`tr[data-row="${id}"]`);
  await row.getByText('Wholesale').waitFor();
  await pressEnter(wide.getByRole('button', { name: 'Filter', exact: true }));
  await pressEnter(wide.getByRole('menuitem', { name: 'Tag', exact: true }));
  await pressEnter(wide.getByRole('menuitem', { name: 'Wholesale' }));
  await wide.getByText('1 ticket', { exact: true }).waitFor();
  await wide.getByRole('checkbox', { name: 'Select Shipping: Parcels are late' }).check();
  await pressEnter(wide.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'Add tags' }));
  const adding = wide.getByRole('dialog', { name: 'Add tags: 1 ticket' });
  await pressEnter(adding.getByRole('button', { name: 'Take Fragile' }));
  await adding.getByText('1 ticket changes.').waitFor();
  await pressEnter(adding.getByRole('button', { name: 'Add tags' }));
  await row.getByText('Fragile').waitFor();
  // At once, since an alert does not stay.
  const done = wide.getByRole('note').filter({ hasText: 'Add tags: 1 ticket done.' });
  await pressEnter(done.getByRole('button', { name: 'Undo' }));
  await row.getByText('Fragile').waitFor({ state: 'detached' });
  await expectAccessible(wide);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/support-tickets');
  await page.getByText('Wholesale').waitFor();
  expect(await page.getByText('Wholesale').evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true);
  expect(await faultsOfLayout(page)).toEqual([]);

  const textAs = async (email: string, path: string) =>
    (await fetch(`${product.origin}${path}`, { headers: { cookie: await product.cookieOf(email), accept: 'text/html' } })).text();
  const ida = await supporter();
  const group = 'role="group" aria-label="Tags"';
  expect(await textAs(olive, `/support-tickets/${id}`)).toContain(group);
  for (const path of [`/support-tickets/${id}`, '/support-tickets/queue']) {
    const text = await textAs(ida, path);
    expect(text).toContain('Parcels are late');
    expect(text).not.toContain('Wholesale');
    expect(text).not.toContain(group);
  }
});
