import { expect, test } from 'vitest';
import { expectAccessible } from '../../../test/browser/accessible.ts';
import { pressEnter } from '../../../test/browser/press.ts';
import { testBrowser } from '../../../test/browser.ts';
import { testProduct } from '../../../test/product.ts';

const product = testProduct({ workers: 0 });
const { visit } = testBrowser(product);

test('a message that a super admin writes appears on another person’s open page, and stays away when that one dismisses it', async () => {
  const olive = await visit('/activity', { as: 'olive@demo.crossdock', phone: true });
  const sam = await visit('/settings/super/portal-messages', { as: 'sam@demo.crossdock', expected: [/422/] });
  await sam.getByText('No messages', { exact: true }).waitFor();
  await expectAccessible(sam);
  await pressEnter(sam.getByRole('button', { name: 'New message' }));
  const body = sam.getByRole('textbox', { name: 'Message' });
  await body.press('Tab');
  await pressEnter(sam.getByRole('button', { name: 'Save' }));
  await sam.getByText('Message, level, start date and end date fields cannot be empty').first().waitFor();
  await expectAccessible(sam);
  await body.fill('No pick-up on Friday.');
  await sam.getByRole('combobox', { name: 'Level' }).selectOption('warning');
  await sam.getByRole('textbox', { name: 'End' }).pressSequentially('010120990900');
  await expect.poll(() => sam.getByRole('textbox', { name: 'End' }).inputValue()).toBe('01/01/2099 09:00');
  // The start is filled in: whoever comes to it types it anew, and whoever puts the cursor into it overwrites what follows.
  const start = sam.getByRole('textbox', { name: 'Start' });
  await start.click();
  await sam.keyboard.type('122520260800');
  await expect.poll(() => start.inputValue()).toBe('12/25/2026 08:00');
  await start.evaluate((input) => (input as HTMLInputElement).setSelectionRange(2, 2));
  await sam.keyboard.type('012020');
  await expect.poll(() => start.inputValue()).toBe('12/01/2020 08:00');
  await pressEnter(sam.getByRole('button', { name: 'Save' }));
  await sam.getByText('The message was saved.').waitFor();
  await sam.getByRole('cell', { name: 'Shown now' }).waitFor();

  await olive.getByText('No pick-up on Friday.').waitFor();
  await expectAccessible(olive);
  await Promise.all([
    olive.waitForResponse((response) => response.url().endsWith('/dismiss') && response.status() === 204),
    pressEnter(olive.getByRole('button', { name: 'Dismiss this message' })),
  ]);
  await olive.reload();
  await olive.getByRole('heading', { name: 'Activity' }).waitFor();
  await expect.poll(() => olive.getByText('No pick-up on Friday.').count()).toBe(0);
});
