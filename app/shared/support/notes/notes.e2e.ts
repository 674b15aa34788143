import type { Locator, Page } from 'playwright';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../../../test/browser/accessible.ts';
import { holdCall } from '../../../../test/browser/hold-calls.ts';
import { pressEnter } from '../../../../test/browser/press.ts';
import { testBrowser } from '../../../../test/browser.ts';
import { testProduct } from '../../../../test/product.ts';

const product = testProduct({ workers: 0 });
const { visit } = testBrowser(product);
const olive = 'olive@demo.crossdock';

let stories = 0;

/** A call of Olive's, as the page makes it. */
async function post(path: string, body: object) {
  const headers = { cookie: await product.cookieOf(olive), 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
  return (await fetch(product.origin + path, { method: 'POST', headers, body: JSON.stringify(body) })).json();
}

/** Another ticket each time: the same words within a minute would be the same one. */
async function raised(): Promise<number> {
  const description = Array.from({ length: 60 }, (_, line) => `Parcel ${line} is late.`).join('\n');
  return (await post('/support', { subject_1: 'Shipping', subject_2: `A long story ${++stories}`, description })).id;
}

test('support writes where it reads, leaves a note that is shown as one, and replies with what it saved', async () => {
  const sam = await visit(`/support-tickets/${await raised()}`, { as: 'sam@demo.crossdock', phone: true });
  const message = sam.getByRole('textbox', { name: 'Message', exact: true });
  await message.waitFor();
  // At the top of a long ticket, without scrolling.
  await expect.poll(async () => (await message.boundingBox())?.y ?? 0).toBeLessThan(844);
  await sam.getByRole('button', { name: 'Internal note' }).click();
  await sam.getByRole('textbox', { name: 'Internal note' }).fill('Their carrier is on strike.');
  await sam.getByRole('button', { name: 'Add note' }).click();
  await sam.getByRole('listitem').filter({ hasText: 'Their carrier is on strike.' }).getByText('Internal note').waitFor();
  await expectAccessible(sam);

  await sam.getByRole('button', { name: 'Reply', exact: true }).click();
  await message.fill('We are looking into it.');
  await sam.getByRole('button', { name: 'Saved replies' }).click();
  await sam.getByRole('menuitem', { name: 'Save this message as a reply…' }).click();
  const dialog = sam.getByRole('dialog', { name: 'Save a reply' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Looking into it');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const all = sam.getByRole('dialog', { name: 'Saved replies' });
  await all.getByRole('listitem').getByText('Looking into it', { exact: true }).waitFor();
  await expectAccessible(sam);
  await sam.keyboard.press('Escape');
  await all.waitFor({ state: 'detached' });
  await message.fill('');
  await sam.getByRole('button', { name: 'Saved replies' }).click();
  await sam.getByRole('menuitem', { name: 'Looking into it', exact: true }).click();
  await expect.poll(() => message.textContent()).toContain('We are looking into it.');
  await sam.getByRole('button', { name: 'Create' }).click();
  await sam.getByRole('listitem').getByText('We are looking into it.', { exact: true }).waitFor();
});

test('what is written while a message or note is on its way stays, and whoever looked at older messages sees the new one', async () => {
  const sam = await visit(`/support-tickets/${await raised()}?before=1`, { as: 'sam@demo.crossdock' });
  await sam.getByRole('link', { name: 'Newest messages' }).waitFor();
  const message = sam.getByRole('textbox', { name: 'Message', exact: true });
  const write = async (field: Locator, button: string, address: string) => {
    const call = await holdCall(sam, address);
    await field.fill('We ask them.');
    await pressEnter(sam.getByRole('button', { name: button, exact: true }));
    await call.begun;
    await field.fill('And the carrier.');
    call.go();
  };
  await write(message, 'Create', '**/messages');
  await sam.getByRole('listitem').getByText('We ask them.', { exact: true }).waitFor();
  expect(await message.textContent()).toBe('And the carrier.');
  await pressEnter(sam.getByRole('button', { name: 'Create', exact: true }));
  await sam.getByRole('listitem').getByText('And the carrier.', { exact: true }).waitFor();
  await expect.poll(() => message.textContent()).toBe('');

  await pressEnter(sam.getByRole('button', { name: 'Internal note' }));
  const note = sam.getByRole('textbox', { name: 'Internal note' });
  await write(note, 'Add note', '**/notes');
  await sam.getByRole('listitem').filter({ hasText: 'We ask them.' }).nth(1).waitFor();
  expect(await note.inputValue()).toBe('And the carrier.');
});

/** The editor of a message that it creates on the page of a ticket. */
async function editorOn(page: Page): Promise<Locator> {
  const message = page.getByRole('textbox', { name: 'Message', exact: true });
  await message.fill('We ask them.');
  await pressEnter(page.getByRole('button', { name: 'Create', exact: true }));
  await page.getByText('Message has been created').waitFor();
  // It has the focus again once it is empty.
  await message.and(page.locator(':focus')).waitFor();
  await pressEnter(page.getByRole('button', { name: /^Edit the message of / }));
  const editor = page.getByRole('textbox', { name: 'Edit message' });
  await editor.and(page.locator(':focus')).waitFor();
  return editor;
}

test('what is written while an edit is saved stays in its editor, and is saved after it', async () => {
  const sam = await visit(`/support-tickets/${await raised()}`, { as: 'sam@demo.crossdock' });
  const edited = await editorOn(sam);
  await edited.fill('We wrote to them.');
  const call = await holdCall(sam, '**/messages/*');
  const save = sam.getByRole('button', { name: 'Save', exact: true });
  await pressEnter(save);
  await call.begun;
  await edited.fill('We wrote to them twice.');
  call.go();
  await sam.getByText('Message has been updated').waitFor();
  await pressEnter(save);
  await edited.waitFor({ state: 'detached' });
  await sam.getByRole('listitem').getByText('We wrote to them twice.', { exact: true }).waitFor();
});

test('what is written in an edit stays in its editor while a colleague has the ticket closed', async () => {
  const id = await raised();
  const sam = await visit(`/support-tickets/${id}`, { as: 'sam@demo.crossdock' });
  const edited = await editorOn(sam);
  await edited.fill('We wrote to them.');
  const asker = await visit(`/support-tickets/${id}`, { as: olive });
  await pressEnter(asker.getByRole('button', { name: 'Close Ticket' }));
  await sam.getByText('The ticket is closed. Re-open it to save this.').waitFor();
  expect(await edited.textContent()).toBe('We wrote to them.');
  await pressEnter(sam.getByRole('button', { name: 'Re-open Ticket' }));
  await pressEnter(sam.getByRole('button', { name: 'Save', exact: true }));
  await edited.waitFor({ state: 'detached' });
  await sam.getByRole('listitem').getByText('We wrote to them.', { exact: true }).waitFor();
});

test('a saved reply that somebody is writing is not left unasked', async () => {
  const sam = await visit(`/support-tickets/${await raised()}`, { as: 'sam@demo.crossdock' });
  await sam.getByRole('textbox', { name: 'Message', exact: true }).waitFor();
  await pressEnter(sam.getByRole('button', { name: 'Saved replies' }));
  await sam.getByRole('menuitem', { name: 'Manage saved replies…' }).click();
  const all = sam.getByRole('dialog', { name: 'Saved replies' });
  await pressEnter(all.getByRole('button', { name: 'New reply' }));
  const dialog = sam.getByRole('dialog', { name: 'Save a reply' });
  const text = dialog.getByRole('textbox', { name: 'Text of the reply' });
  await text.fill('We have looked into it for an hour.');
  // The editor tells the form of it a moment later.
  await expect.poll(() => sam.evaluate(() => dispatchEvent(new Event('beforeunload', { cancelable: true })))).toBe(false);
  await text.press('Escape');
  const question = sam.getByRole('dialog', { name: 'Discard changes?' });
  await pressEnter(question.getByRole('button', { name: 'Keep editing' }));
  await question.waitFor({ state: 'detached' });
  await expect.poll(() => text.textContent()).toBe('We have looked into it for an hour.');
  await pressEnter(dialog.getByRole('button', { name: 'Close' }));
  await pressEnter(question.getByRole('button', { name: 'Discard' }));
  await dialog.waitFor({ state: 'detached' });
});

test('a note stays in its form when the ticket is closed, and in its tab; an upload goes on behind it', async () => {
  const id = await raised();
  const sam = await visit(`/support-tickets/${id}`, { as: 'sam@demo.crossdock' });
  const held = Promise.withResolvers<void>();
  await sam.route('**/files', async (route) => {
    await held.promise;
    await route.continue();
  });
  await sam.getByRole('textbox', { name: 'Message', exact: true }).waitFor();
  await sam.locator('input[type=file]').setInputFiles({ name: 'late.csv', mimeType: 'text/csv', buffer: Buffer.from('order,days') });
  await sam.getByText('The files are still on their way.').waitFor();
  await pressEnter(sam.getByRole('button', { name: 'Internal note' }));
  const note = sam.getByRole('textbox', { name: 'Internal note' });
  await note.fill('They wrote to the carrier, too.');
  await pressEnter(sam.getByRole('button', { name: 'Reply', exact: true }));
  await sam.getByText('The files are still on their way.').waitFor();
  await expect.poll(() => sam.getByRole('button', { name: 'Create' }).isDisabled()).toBe(true);
  held.resolve();
  await sam.getByRole('link', { name: 'late.csv' }).waitFor();

  await pressEnter(sam.getByRole('button', { name: 'Internal note' }));
  await expect.poll(() => note.inputValue()).toBe('They wrote to the carrier, too.');
  expect(await sam.evaluate(() => JSON.stringify(localStorage))).not.toContain('carrier');
  expect(await post(`/support-tickets/${id}/close`, {})).toMatchObject({ message: 'Ticket has been updated' });
  await sam.getByText('Ticket is closed. No more messages are allowed').waitFor();
  await expect.poll(() => note.inputValue()).toBe('They wrote to the carrier, too.');
  await expectAccessible(sam);
  await sam.reload();
  await expect.poll(() => note.inputValue()).toBe('They wrote to the carrier, too.');
  await pressEnter(sam.getByRole('button', { name: 'Add note' }));
  await sam.getByRole('listitem').filter({ hasText: 'They wrote to the carrier, too.' }).waitFor();
});
