import type { Locator, Page, Route } from 'playwright';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../../test/browser/accessible.ts';
import { expectWholeByTab, tabTo } from '../../../test/browser/by-tab.ts';
import { pressEnter } from '../../../test/browser/press.ts';
import { testBrowser } from '../../../test/browser.ts';
import { hostileHtml } from '../../../test/hostile-html.ts';
import { testProduct } from '../../../test/product.ts';

const product = testProduct({ workers: 0 });
const { visit } = testBrowser(product);

const olive = 'olive@demo.crossdock';
const jonas = 'jonas@demo.crossdock';

/** A ticket of Olive's, by a call as the page makes it. */
async function raised(subject_2: string): Promise<number> {
  const body = { subject_1: 'Shipping', subject_2, description: 'Since Monday.' };
  return (await called(await product.cookieOf(olive), '/support', body)).id;
}

async function called(cookie: string, path: string, body: object) {
  const headers = { cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
  return (await fetch(product.origin + path, { method: 'POST', headers, body: JSON.stringify(body) })).json();
}

const editor = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true });
const create = (page: Page) => page.getByRole('button', { name: 'Create' });

test('without JavaScript the request form works, and keeps what was typed when something is missing', async () => {
  const page = await visit('/support', { as: olive, plain: true, expected: [/422/] });
  await page.getByRole('combobox', { name: 'Topic' }).selectOption('Shipping');
  await page.getByRole('textbox', { name: 'Subject' }).fill('Parcels are late');
  // A browser that checks nothing itself.
  await page.getByRole('textbox', { name: 'Description' }).fill('   ');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Describe what you need.').waitFor();
  await expect.poll(() => page.getByRole('textbox', { name: 'Subject' }).inputValue()).toBe('Parcels are late');
  await expect.poll(() => page.getByRole('combobox', { name: 'Topic' }).inputValue()).toBe('Shipping');
  await page.getByRole('textbox', { name: 'Description' }).fill('Since Monday.');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.waitForURL(/\/support-tickets\/\d+$/);
  await page.getByRole('heading', { name: 'Shipping: Parcels are late' }).waitFor();

  await page.goto('/support?subject_2=Again');
  await product.database.sql('delete from sessions');
  await page.getByRole('combobox', { name: 'Topic' }).selectOption('Orders');
  await page.getByRole('textbox', { name: 'Description' }).fill('Signed out meanwhile.');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.waitForURL('**/sign-in?next=%2Fsupport%3Fsubject_2%3DAgain');
  await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
});

test('a ticket is asked, answered by a super admin with a picture, closed and re-opened, live for both', async () => {
  const id = await raised('A scratched mug');
  const asker = await visit(`/support-tickets/${id}`, { as: olive, phone: true });
  const sam = await visit('/support-tickets/queue', { as: 'sam@demo.crossdock', expected: [/409/] });
  await sam.getByRole('link', { name: 'Shipping: A scratched mug' }).click();
  await editor(sam).fill('Which one is it?');
  await sam.locator('input[type=file]').setInputFiles({ name: 'mug.png', mimeType: 'image/png', buffer: await picture() });
  await sam.getByRole('img', { name: 'mug.png' }).waitFor();
  await expectAccessible(sam);
  await create(sam).dblclick();
  await sam.getByText('Message has been created').waitFor();
  await asker.getByRole('img', { name: 'mug.png' }).waitFor();
  await expect.poll(() => asker.getByText('Which one is it?').count()).toBe(1);
  await expect.poll(() => asker.getByText(/^\d+\.\d\d KB$/).count()).toBe(1);
  await expectAccessible(asker);

  await editor(sam).fill('Half a sen');
  await pressEnter(asker.getByRole('button', { name: 'Close Ticket' }));
  await asker.getByText('Ticket has been updated').waitFor();
  for (const page of [asker, sam]) await page.getByText('Ticket is closed. No more messages are allowed').waitFor();
  await sam.getByText('Half a sen').waitFor();
  await sam.reload();
  await sam.getByText('Half a sen').waitFor();
  await pressEnter(asker.getByRole('button', { name: 'Re-open Ticket' }));
  await expect.poll(() => editor(sam).textContent()).toBe('Half a sen');
});

test('by keyboard alone a ticket is raised, found in the list, written in, closed and re-opened', async () => {
  const page = await visit('/support-tickets', { as: olive });
  await expectWholeByTab(page);
  await tabTo(page, page.getByRole('link', { name: 'New ticket' }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('combobox', { name: 'Topic' }));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await page.keyboard.type('By keys');
  await page.keyboard.press('Tab');
  await page.keyboard.type('No mouse here.');
  await tabTo(page, page.getByRole('button', { name: 'Send' }));
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/support-tickets\/\d+$/);
  await editor(page).waitFor();
  await expectWholeByTab(page);
  await tabTo(page, page.getByRole('link', { name: 'Tickets', exact: true }).last(), 'Shift+Tab');
  await page.keyboard.press('Enter');
  const row = page.getByRole('link', { name: /: By keys$/ });
  await tabTo(page, row);
  await page.keyboard.press('Enter');
  await tabTo(page, editor(page));
  await page.keyboard.type('Anybody there?');
  await tabTo(page, create(page));
  await page.keyboard.press('Enter');
  await page.getByText('Message has been created').waitFor();
  await tabTo(page, page.getByRole('button', { name: 'Close Ticket' }));
  await page.keyboard.press('Enter');
  await page.getByText('Ticket is closed. No more messages are allowed').waitFor();
  await tabTo(page, page.getByRole('button', { name: 'Re-open Ticket' }));
  await page.keyboard.press('Enter');
  await editor(page).waitFor();
});

const picture = () =>
  sharp({ create: { width: 600, height: 400, channels: 3, background: 'teal', noise: { type: 'gaussian', mean: 120, sigma: 20 } } })
    .png()
    .toBuffer();

test('files are dropped with their progress; one is refused for the room, and one deleted once that was confirmed', async () => {
  const page = await visit(`/support-tickets/${await raised('Dropped')}`, { as: olive, expected: [/413/, /ERR_FAILED/] });
  const held = Promise.withResolvers<void>();
  await page.route('**/files', async (route) => {
    await held.promise;
    await route.continue();
  });
  await editor(page).waitFor();
  await drop(page, 'late.csv', 'order,days');
  await page.getByRole('progressbar', { name: 'Uploading late.csv' }).waitFor({ state: 'attached' });
  await page.getByText(/^\d+%$/).waitFor();
  await page.getByText('The files are still on their way.').waitFor();
  await expect.poll(() => create(page).isDisabled()).toBe(true);
  await expectAccessible(page);
  held.resolve();
  await page.getByRole('link', { name: 'late.csv' }).waitFor();
  await page.getByText('10 bytes').waitFor();

  await product.database.sql(`update files set bytes = 2147483648 where name = 'late.csv'`);
  await drop(page, 'more.txt', 'x');
  await page.getByText(/Your account has used 2\.00 GB of its 2\.00 GB for files, and this one has 1 bytes?\./).waitFor();
  await expect.poll(() => page.getByText('more.txt').count()).toBe(0);

  await page.route('**/files/*', (route) => route.abort());
  const remove = async () => {
    await pressEnter(page.getByRole('button', { name: 'Delete late.csv' }));
    await page.getByRole('dialog').getByText('Are you sure you want perform this action.').waitFor();
    await pressEnter(page.getByRole('dialog').getByRole('button', { name: 'Delete' }));
  };
  await remove();
  await page.getByText('File cannot be deleted at this time.  Please try again later.').waitFor();
  await page.unroute('**/files/*');
  // It says so a moment before its question is gone, and while that is there nothing else is asked.
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await remove();
  await page.getByText('The file was deleted.').waitFor();
  await expect.poll(() => page.getByRole('link', { name: 'late.csv' }).count()).toBe(0);
});

/** Drops a file on the form for a message, as from a folder. */
async function drop(page: Page, name: string, content: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    ([fileName, text]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], fileName, { type: 'text/plain' }));
      return transfer;
    },
    [name, content] as const,
  );
  const target = page.getByRole('toolbar', { name: 'Formatting' });
  for (const event of ['dragover', 'drop']) await target.dispatchEvent(event, { dataTransfer });
}

test('rich text is written by keyboard; an edit is cancelled and saved, and the message deleted', async () => {
  const page = await visit(`/support-tickets/${await raised('Rich text')}`, { as: olive });
  await editor(page).click();
  await page.keyboard.press('Control+b');
  await page.keyboard.type('bold');
  await pressEnter(page.getByRole('button', { name: 'Link' }));
  const address = page.getByRole('textbox', { name: 'Address' });
  await address.fill('javascript:alert(1)');
  await pressEnter(address);
  await page.getByText('Write a whole address, such as https://example.com').waitFor();
  await address.fill('https://example.com');
  await pressEnter(address);
  await create(page).click();
  await page.getByText('Message has been created').waitFor();
  await expect.poll(() => editor(page).textContent()).toBe('');
  const message = page.getByRole('listitem').filter({ has: page.getByText('bold') });
  await expect.poll(() => message.locator('[data-message] strong').textContent()).toBe('bold');
  await expect.poll(() => message.getByRole('link').getAttribute('rel')).toBe('noopener noreferrer nofollow ugc');

  await pressEnter(page.getByRole('button', { name: 'Edit the message of Olive Reyes' }));
  const edited = page.getByRole('textbox', { name: 'Edit message' });
  await focused(edited);
  await edited.fill('Something else');
  await pressEnter(page.getByRole('button', { name: 'Cancel' }));
  await message.waitFor();
  await pressEnter(page.getByRole('button', { name: 'Edit the message of Olive Reyes' }));
  await focused(edited);
  await edited.fill('Something else');
  await pressEnter(page.getByRole('button', { name: 'Save', exact: true }));
  await page.getByText('Message has been updated').waitFor();
  await pressEnter(page.getByRole('button', { name: 'Delete the message of Olive Reyes' }));
  await pressEnter(page.getByRole('dialog').getByRole('button', { name: 'Delete' }));
  await page.getByText('Message has been deleted').waitFor();
  await page.getByText('No messages yet.').waitFor();
});

test('two tabs of one person take nothing from each other, neither what is being written nor an edit', async () => {
  const page = await visit(`/support-tickets/${await raised('Two tabs')}`, { as: olive, expected: [/409/] });
  const other = await page.context().newPage();
  await other.goto(page.url());
  await editor(page).fill('From the one');
  await editor(other).fill('From the other');
  await create(page).click();
  await page.getByText('Message has been created').waitFor();
  await other.reload();
  await expect.poll(() => editor(other).textContent()).toBe('From the other');

  const edited = (tab: Page) => tab.getByRole('textbox', { name: 'Edit message' });
  for (const tab of [page, other]) {
    await pressEnter(tab.getByRole('button', { name: 'Edit the message of Olive Reyes' }));
    await focused(edited(tab));
    await edited(tab).fill(tab === page ? 'Changed here' : 'Changed there');
  }
  await pressEnter(page.getByRole('button', { name: 'Save', exact: true }));
  await page.getByText('Message has been updated').waitFor();
  await pressEnter(other.getByRole('button', { name: 'Save', exact: true }));
  await other.getByText('You changed this message in another tab.').waitFor();
  await expect.poll(() => edited(other).textContent()).toBe('Changed there');
  await pressEnter(other.getByRole('button', { name: 'Cancel' }));
  await other.getByText('Changed here').waitFor();

  await pressEnter(other.getByRole('button', { name: 'Edit the message of Olive Reyes' }));
  await focused(edited(other));
  await edited(other).fill('Typed for long');
  await pressEnter(page.getByRole('button', { name: 'Delete the message of Olive Reyes' }));
  await pressEnter(page.getByRole('dialog').getByRole('button', { name: 'Delete' }));
  await page.getByText('No messages yet.').waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await pressEnter(page.getByRole('button', { name: 'Close Ticket' }));
  // The other tab has read the page again since the message was deleted.
  await other.getByText('Ticket is closed. No more messages are allowed').waitFor();
  expect(await edited(other).textContent()).toBe('Typed for long');
});

test('what is changed after a reply was lost is sent as well', async () => {
  const page = await visit(`/support-tickets/${await raised('A lost reply')}`, { as: olive, expected: [/ERR_FAILED/] });
  const loseReply = async (route: Route) => {
    await route.fetch();
    await route.abort();
  };
  await page.route('**/messages', loseReply, { times: 1 });
  await editor(page).fill('It is late');
  await create(page).click();
  await page.getByRole('listitem').getByText('It is late', { exact: true }).waitFor();
  await editor(page).fill('It is here now');
  await create(page).click();
  await page.getByText('Message has been created').waitFor();
  await page.getByRole('listitem').getByText('It is here now', { exact: true }).waitFor();
});

/** The editor takes the focus a frame after it shows: a key pressed before that would go to it. */
const focused = (field: Locator) => expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);

test('a message is unread in the navigation until its ticket is opened, and the ticket goes to another department', async () => {
  const id = await raised('Unread');
  const asker = await visit('/activity', { as: olive });
  const before = await unread(asker);
  await called(await product.cookieOf(jonas), `/support-tickets/${id}/messages`, { body: '<p>Here you are.</p>' });
  await expect.poll(() => unread(asker)).toBe(before + 1);
  await asker.goto(`/support-tickets/${id}`);
  await expect.poll(() => unread(asker)).toBe(before);
  await asker.getByRole('combobox', { name: 'Department' }).selectOption('Support');
  await asker.getByText('Ticket has been updated').waitFor();
});

async function unread(page: Page): Promise<number> {
  const text = await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Tickets( |$|\d)/ })
    .first()
    .textContent();
  return Number(/\d+/.exec(text ?? '')?.[0] ?? 0);
}

test('of the known attacks by HTML none does anything in a message, though they work in a page', async () => {
  const page = await visit('/support', { as: jonas, expected: [/.*/] });
  // The same corpus in a page without our cleaning and without our policy: it must be able to hurt.
  await page.goto('about:blank');
  await page.evaluate((all) => {
    const hits = new Set<number>();
    for (const [at, html] of all.entries()) {
      Reflect.set(globalThis, `attacked${at}`, () => hits.add(at));
      document.body.insertAdjacentHTML('beforeend', html.replaceAll('attacked()', `attacked${at}()`));
    }
    Reflect.set(globalThis, 'hits', hits);
  }, hostileHtml);
  await page.waitForFunction(() => (Reflect.get(globalThis, 'hits') as Set<number>).size > 8);

  const id = await raised('Attacks');
  // By two people in turns: one may write sixty times a minute.
  const cookies = [await product.cookieOf(olive), await product.cookieOf(jonas)] as const;
  for (const [at, body] of hostileHtml.entries()) {
    await called(at % 2 === 0 ? cookies[0] : cookies[1], `/support-tickets/${id}/messages`, { body: `<p>held</p>${body}` });
  }
  // Any violation of the policy or error fails the test.
  const reader = await visit(`/support-tickets/${id}`, { as: jonas });
  const messages = reader.locator('[data-message]');
  await expect.poll(() => messages.count()).toBe(hostileHtml.length);
  const left = await messages.evaluateAll((items) =>
    items.flatMap((item) =>
      [...item.querySelectorAll('*')].flatMap((element) => [
        ...(/^(SCRIPT|IMG|SVG|IFRAME|OBJECT|EMBED|STYLE|LINK|FORM|INPUT|VIDEO|AUDIO|BASE|META|MATH)$/i.test(element.tagName)
          ? [element.tagName]
          : []),
        ...[...element.attributes].flatMap(({ name, value }) =>
          /^on|^style$/.test(name) || /^(javascript|data|vbscript):/i.test(value) ? [`${name}=${value}`] : [],
        ),
      ]),
    ),
  );
  expect(left).toEqual([]);
});
