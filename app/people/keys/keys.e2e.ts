import { expect, test } from 'vitest';
import { expectAccessible } from '../../../test/browser/accessible.ts';
import { holdCall } from '../../../test/browser/hold-calls.ts';
import { expectLaidOut } from '../../../test/browser/laid-out.ts';
import { pressEnter, pressSpace } from '../../../test/browser/press.ts';
import { testBrowser } from '../../../test/browser.ts';
import { testProduct } from '../../../test/product.ts';

const product = testProduct({ workers: 0 });
const { visit } = testBrowser(product);

test('by keyboard an account admin makes a key, calls with it, sees the call, rotates and revokes it', async () => {
  const page = await visit('/settings/api', { as: 'amira@demo.crossdock', expected: [/422/, /401/] });
  await page.getByText('No keys yet').waitFor();
  await expectAccessible(page);
  await pressEnter(page.getByRole('button', { name: 'New key' }));
  const dialog = page.getByRole('dialog', { name: 'New key' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Ledger');
  await dialog.getByRole('textbox', { name: 'Networks that it works from' }).fill('here');
  // What was typed is not lost by a key.
  await page.keyboard.press('Escape');
  await pressEnter(page.getByRole('dialog', { name: 'Discard changes?' }).getByRole('button', { name: 'Keep editing' }));
  await pressEnter(dialog.getByRole('button', { name: 'Make the key' }));
  await dialog.getByText('Choose what the key may do.').waitFor();
  await dialog.getByText('Write networks as 203.0.113.0/24 or 2001:db8::/32.').waitFor();
  await expectAccessible(page);
  await dialog.getByRole('textbox', { name: 'Networks that it works from' }).fill('');
  await pressSpace(dialog.getByRole('checkbox', { name: 'Read orders with lines and parcels' }));
  const making = await holdCall(page, '**/api/keys');
  await pressEnter(dialog.getByRole('button', { name: 'Make the key' }));
  await making.begun;
  // Who left now would never see the key that is made.
  await dialog.getByRole('button', { name: 'Cancel' }).and(page.locator(':disabled')).waitFor();
  making.go();
  const kept = page.getByRole('dialog', { name: 'Save this key now' });
  const key = (await kept.getByLabel('The key').textContent()) ?? '';
  await expectAccessible(page);
  // Nobody sees it again.
  await kept.press('Escape');
  await kept.getByRole('button', { name: 'Close' }).click();
  await pressEnter(kept.getByRole('button', { name: 'I have saved it' }));
  await kept.waitFor({ state: 'detached' });
  await page.getByRole('row', { name: /Ledger.*made by Amira Baker.*Active.*never/ }).waitFor();
  expect(await page.content()).not.toContain(key);
  await expectLaidOut(page);

  const status = async (each: string) => (await page.request.get('/v1/key', { headers: { authorization: `Bearer ${each}` } })).status();
  expect(await status(key)).toBe(200);
  await expect.poll(() => product.database.sql('select path from api_calls')).toEqual([{ path: '/v1/key' }]);
  await pressEnter(page.getByRole('button', { name: 'Calls of Ledger' }));
  const calls = page.getByRole('dialog', { name: 'The last calls of Ledger' });
  await calls.getByRole('row', { name: /GET \/v1\/key.*200/ }).waitFor();
  await expectAccessible(page);
  await calls.press('Escape');
  await calls.waitFor({ state: 'detached' });

  await pressEnter(page.getByRole('button', { name: 'Edit Ledger' }));
  const editing = page.getByRole('dialog', { name: 'Edit Ledger' });
  await editing.locator(':focus').waitFor();
  await editing.getByRole('textbox', { name: 'Name' }).fill('Books');
  await pressSpace(editing.getByRole('checkbox', { name: 'Read products' }));
  await expectAccessible(page);
  await pressEnter(editing.getByRole('button', { name: 'Save' }));
  await editing.waitFor({ state: 'detached' });
  await page.getByRole('row', { name: /Books.*Read orders with lines and parcels; Read products/ }).waitFor();

  await pressEnter(page.getByRole('button', { name: 'Rotate Books' }));
  const rotating = page.getByRole('dialog', { name: 'Rotate Books' });
  await rotating.getByRole('combobox', { name: 'The former secret keeps working' }).selectOption('Not at all: it is in wrong hands');
  await expectAccessible(page);
  await pressEnter(rotating.getByRole('button', { name: 'Rotate' }));
  const next = (await kept.getByLabel('The key').textContent()) ?? '';
  await pressEnter(kept.getByRole('button', { name: 'I have saved it' }));
  await expect.poll(() => status(key)).toBe(401);
  expect(await status(next)).toBe(200);

  await pressEnter(page.getByRole('button', { name: 'Revoke Books' }));
  await pressEnter(page.getByRole('dialog').getByRole('button', { name: 'Revoke' }));
  await page.getByRole('row', { name: /Books.*Revoked/ }).waitFor();
  await expect.poll(() => status(next)).toBe(401);

  const alone = page.getByRole('spinbutton', { name: 'Changes without a person' });
  await alone.fill('101');
  await pressEnter(page.getByRole('button', { name: 'Save' }));
  await page.getByText('At most 100.').waitFor();
  await alone.fill('5');
  await pressEnter(page.getByRole('button', { name: 'Save' }));
  await page.getByText('What agents may do is saved.').waitFor();
  expect(await product.database.sql('select agents_alone from accounts where agents_alone > 0')).toEqual([{ agents_alone: 5 }]);
  await expectAccessible(page);
});
