import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../../../../test/browser/accessible.ts';
import { tabTo } from '../../../../test/browser/by-tab.ts';
import { chooseByKeys } from '../../../../test/browser/choose-by-keys.ts';
import { holdCalls } from '../../../../test/browser/hold-calls.ts';
import { pressEnter } from '../../../../test/browser/press.ts';
import { testBrowser } from '../../../../test/browser.ts';
import { testProduct } from '../../../../test/product.ts';

const product = testProduct({ sandbox: { pace: 'instant', limits: { shipStation: null, amware: null } } });
const { visit } = testBrowser(product);
const operator = 'olive@demo.crossdock';
const admin = 'jonas@demo.crossdock';

/** A lantern, a cake stand and an unknown SKU, which keeps the order from being released. */
const itemsWith = (sku: string) => [
  { sku: '85123A', quantity: 2 },
  { sku: '22423', quantity: 1 },
  { sku, quantity: 4 },
];
const orders = { 'EDIT-1': 'ODD-EDIT', 'EDIT-2': 'ODD-TWO', 'EDIT-OPEN': 'ODD-OPEN', 'EDIT-FIND': 'ODD-FIND', 'EDIT-MAP': 'ODD-MAP' };

beforeAll(() => product.sell(...Object.entries(orders).map(([orderNumber, sku]) => ({ orderNumber, items: itemsWith(sku) }))));

test('an operator edits an order’s address, shipping method and lines, and saves it all at once, by keyboard alone', async () => {
  const path = await pathOf('EDIT-1');
  const page = await visit(`${path}?edit=1`, { as: operator });
  await customerName(page).and(page.locator(':focus')).waitFor();
  await page.waitForURL((url) => url.pathname === path && url.search === '');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Ada Byron');
  await tabTo(page, page.getByLabel('City', { exact: true }));
  await page.keyboard.type('Bath');
  await page.getByRole('option', { name: 'Royal Mail Tracked 48' }).waitFor({ state: 'attached' });
  await tabTo(page, page.getByLabel('Shipping Method', { exact: true }));
  await chooseByKeys(page, 'Royal Mail Tracked 48');
  await tabTo(page, page.getByLabel('Qty of 85123A', { exact: true }), 'Shift+Tab');
  const line = page.getByRole('row', { name: /85123A/ });
  const totals = page.getByRole('region', { name: 'Totals' });
  const subtotal = await totals.innerText();
  await page.getByLabel('Qty of 85123A', { exact: true }).fill('-3000000000');
  await expect.poll(() => line.locator('[data-cell="total"]').innerText(), { message: 'what cannot be sold has no price' }).toMatch(/^–/);
  await page.getByLabel('Qty of 85123A', { exact: true }).fill('2');
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => totals.innerText()).not.toBe(subtotal);
  await totals.getByText('with the lines as edited; sold for').waitFor();
  await expect.poll(() => line.locator('[data-cell="total"]').innerText()).not.toBe(await line.locator('[data-cell="price"]').innerText());
  await mapsFromField(page, 'ODD-EDIT');
  await tabTo(page, page.getByLabel('Remove 22423', { exact: true }));
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Undo removal of 22423' }).waitFor();
  await addByFinder(page, '85123A', 3);
  await addByFinder(page, '21212', 5);
  await expect.poll(() => page.getByRole('spinbutton', { name: 'Qty of 85123A' }).inputValue()).toBe('6');
  await expectAccessible(page);
  await page.keyboard.press('Control+Enter');
  await page.getByText('Order successfully saved').waitFor();
  await page.getByRole('button', { name: 'Edit Order', pressed: false }).waitFor();
  expect(await stored('EDIT-1')).toEqual({
    customer_name: 'Ada Byron',
    city: expect.stringContaining('Bath'),
    shipping_method: 'Royal Mail Tracked 48',
    lines: ['21212 5', '85123A 6', 'ODD-EDIT 4'],
  });
  await page.getByText('Ada Byron').first().waitFor();
  const history = page.getByRole('region', { name: 'What happened' });
  await pressEnter(history.getByRole('button', { name: 'Undo' }));
  await page.getByText(/^The edit of SO-\d+ is undone\.$/).waitFor();
  await history.locator('button:focus').waitFor();
  await page.keyboard.press('e');
  await pressEnter(page.getByRole('button', { name: 'Link product: ODD-EDIT' }));
  const mapping = page.getByRole('dialog', { name: 'Link product: ODD-EDIT' });
  await mapping.getByLabel('Search products').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('21212');
  await page.keyboard.press('Enter');
  await mapping.getByRole('radio', { name: '21212', checked: true }).waitFor();
  // The warehouse calls it a pack of 72, and the channel says nothing of one.
  await tabTo(page, mapping.getByLabel('Units per sale'));
  await page.keyboard.type('1');
  await page.keyboard.press('Enter');
  await page.getByText('Portal SKU was mapped successfully').waitFor();
  await page.getByText(/can no longer be edited$/).waitFor();
  await page.getByRole('button', { name: 'Edit Order' }).waitFor({ state: 'detached' });
});

test('an editor opens and is typed into, and nothing else of the page moves', async () => {
  const page = await visit(await pathOf('EDIT-OPEN'), { as: operator });
  const history = page.getByRole('region', { name: 'What happened' });
  const stays = page.getByRole('button', { name: 'Edit Order' }).or(history).or(page.getByRole('note'));
  const places = () => stays.evaluateAll((all) => all.map((each) => [each.getBoundingClientRect().x, each.getBoundingClientRect().y]));
  const before = await places();
  await beginEdit(page);
  expect(await places()).toEqual(before);
  await page.keyboard.type('Ada');
  await page.getByText('1 change', { exact: true }).waitFor();
  expect(await places()).toEqual(before);
});

test('an editor that cannot be fetched says so, and opens when it can', async () => {
  const page = await visit(await pathOf('EDIT-OPEN'), {
    as: operator,
    expected: [/Failed to load resource/],
    before: async (opened) => {
      await opened.route('**/assets/editor-*.js', (route) => route.abort());
    },
  });
  await page.keyboard.press('e');
  await page.getByText('This could not be loaded.').waitFor();
  await page.unroute('**/assets/editor-*.js');
  await beginEdit(page);
});

test('the product finder asks at most once in 250 ms, for what was typed last, and again after a failure; a save that fails loses nothing', async () => {
  const page = await visit(await pathOf('EDIT-FIND'), { as: operator, expected: [/ERR_FAILED/, /Failed to load resource/] });
  await beginEdit(page);
  await pressEnter(page.getByRole('button', { name: 'Add line item' }));
  const finder = page.getByRole('dialog', { name: 'Product Finder' });
  await finder.getByLabel('Search products').and(page.locator(':focus')).waitFor();
  const queries: (string | null)[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/api/products/search') queries.push(searchParams.get('q'));
  });
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  const isHeld = Promise.withResolvers<void>();
  await page.route('**/api/products/search*', (route) => isHeld.promise.then(() => route.fallback()), { times: 2 });
  // While the clock stands, nothing gives the field the focus back that it may have lost.
  await finder.getByLabel('Search products').pressSequentially('2121');
  await expect.poll(() => queries).toEqual(['2']);
  await page.clock.runFor(249);
  expect(queries).toEqual(['2']);
  await page.clock.runFor(1);
  await expect.poll(() => queries).toEqual(['2', '2121']);
  await page.clock.resume();
  await finder.getByRole('status', { name: 'Searching' }).waitFor();
  isHeld.resolve();
  await finder.getByRole('button', { name: 'Add 21212', exact: true }).waitFor();
  await page.route('**/api/products/search*', (route) => route.abort());
  await page.keyboard.type('2');
  await finder.getByText('There was an error performing search. Please try again later').waitFor();
  await finder.getByRole('button', { name: 'Add 21212', exact: true }).waitFor();
  await page.unroute('**/api/products/search*');
  await page.keyboard.press('Enter');
  await finder.getByRole('alert').waitFor({ state: 'detached' });
  await finder.getByRole('button', { name: 'Add 21212', exact: true }).waitFor();
  expect(queries).toEqual(['2', '2121', '21212', '21212']);
  // Nothing here has a picture: the default one stands for it.
  const pictures = [finder, page.getByRole('table', { name: 'Lines' })].map((place) => place.locator('img[data-missing]'));
  for (const picture of pictures) await expect.poll(() => picture.count()).toBeGreaterThan(0);
  await finder.getByRole('button', { name: 'Add 21212', exact: true }).click();
  await page.keyboard.press('Escape');
  await page.route('**/api/orders/save', (route) =>
    route.fulfill({ status: 502, contentType: 'text/plain', body: 'upstream is restarting' }),
  );
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByText('upstream is restarting').waitFor();
  await page.unroute('**/api/orders/save');
  const isSeen = Promise.withResolvers<void>();
  await page.route('**/api/orders/save', async (route) => {
    await isSeen.promise;
    await route.fulfill({ json: { success: false, updatedBy: '', revision: 0 } });
  });
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByRole('status').getByText('Saving order...').waitFor();
  isSeen.resolve();
  await page.getByText('There was an error updating the order').waitFor();
  await page.unroute('**/api/orders/save');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByText('Order successfully saved').waitFor();
});

test('a SKU is linked once, whichever buttons are pressed in the meantime; what fails closes the dialog and is said', async () => {
  const page = await visit(`${await pathOf('EDIT-MAP')}?edit=1`, { as: operator, expected: [/500/] });
  const open = page.getByRole('button', { name: 'Link product: ODD-MAP' });
  const dialog = page.getByRole('dialog', { name: 'Link product: ODD-MAP' });
  await page.route('**/api/issues/remedy*', (route) => route.fulfill({ status: 500, body: '' }), { times: 2 });
  await pressEnter(open);
  await dialog.getByText('The likeliest products could not be loaded. Search for the right one.').waitFor();
  await dialog.getByLabel('Search products').fill('2');
  const links = dialog.getByRole('button', { name: /^Link \d/ });
  await links.nth(1).waitFor();
  const calls = await holdCalls(page, '**/line-item-map');
  // What becomes of orders that left is still being asked about the first when the second is pressed.
  const pressed = Promise.withResolvers<void>();
  await page.route('**/api/mapping-saves/preview', async (route) => pressed.promise.then(() => route.continue()));
  await links.nth(0).click();
  await links.nth(1).click();
  pressed.resolve();
  calls.fail();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('There was an error processing your request').waitFor();
  expect(calls.count()).toBe(1);
  await pressEnter(open);
  await dialog.getByLabel('Search products').waitFor();
});

test('the second of two people who edit an order is told what changed, keeps their text, and chooses field by field', async () => {
  const path = await pathOf('EDIT-2');
  const first = await visit(path, { as: admin });
  const second = await visit(path, {
    as: operator,
    expected: [/409/, /api\/events/, /404/],
    // It gets no live events, so it learns of the first save only by saving.
    before: async (opened) => {
      await opened.route('**/api/events?*', (route) => route.abort());
    },
  });
  await beginEdit(second);
  await second.getByRole('textbox', { name: 'City' }).fill('Wells');
  await second.getByRole('textbox', { name: 'Customer Name' }).fill('Ada Byron');
  await second.getByRole('spinbutton', { name: 'Qty of 85123A' }).fill('7');
  await beginEdit(first);
  await first.getByRole('textbox', { name: 'City' }).fill('York');
  await first.getByRole('textbox', { name: 'Customer Name' }).fill('Ada Lovelace');
  await first.getByRole('textbox', { name: 'Postal Code' }).fill('YO1 7HH');
  await first.getByRole('spinbutton', { name: 'Qty of 85123A' }).fill('5');
  await first.getByRole('button', { name: 'Save Changes' }).click();
  await first.getByText('Order successfully saved').waitFor();

  await second.keyboard.press('Control+s');
  await second.getByText('Jonas Cole has changed this to “York”.').waitFor();
  await second.getByText('Changed by Jonas Cole').waitFor();
  await expect.poll(() => second.getByRole('textbox', { name: 'City' }).inputValue()).toBe('Wells');
  await expect.poll(() => second.getByRole('textbox', { name: 'Postal Code' }).inputValue()).toBe('YO1 7HH');
  await expectAccessible(second);
  await choose(second, 'City', 'Take theirs');
  await choose(second, 'Qty of 85123A', 'Keep mine');
  await second.keyboard.press('Control+s');
  await second.getByText('Choose theirs or yours').first().waitFor();
  await choose(second, 'Customer Name', 'Keep mine');

  await beginEdit(first);
  await first.getByRole('textbox', { name: 'Customer Name' }).fill('Ada King');
  await second.keyboard.press('Control+s');
  await second.getByText('Order successfully saved').waitFor();
  expect(await stored('EDIT-2')).toMatchObject({ customer_name: 'Ada Byron', city: 'York', lines: ['22423 1', '85123A 7', 'ODD-TWO 4'] });

  await first.getByText('Olive Reyes has changed this to “Ada Byron”.').waitFor();
  await expect.poll(() => first.getByRole('textbox', { name: 'Customer Name' }).inputValue()).toBe('Ada King');
  await first.getByRole('button', { name: 'Discard' }).click();
  await first.getByRole('button', { name: 'Keep editing' }).click();
  await first.getByRole('link', { name: 'Crossdock, home' }).click();
  await first.getByRole('dialog', { name: 'Discard changes?' }).getByRole('button', { name: 'Discard' }).click();
  await first.waitForURL('/');
});

/** The address of an order's page, once the order has arrived. */
async function pathOf(number: keyof typeof orders): Promise<string> {
  await expect.poll(() => idOf(number)).toBeTypeOf('number');
  return `/orders/${await idOf(number)}`;
}

async function beginEdit(page: Page): Promise<void> {
  await page.keyboard.press('e');
  await customerName(page).and(page.locator(':focus')).waitFor();
}

const customerName = (page: Page) => page.getByRole('textbox', { name: 'Customer Name' });

async function addByFinder(page: Page, sku: string, quantity: number): Promise<void> {
  await pressEnter(page.getByRole('button', { name: 'Add line item' }));
  const finder = page.getByRole('dialog', { name: 'Product Finder' });
  await finder.getByLabel('Search products').and(page.locator(':focus')).waitFor();
  await page.keyboard.type(sku);
  await finder.getByRole('button', { name: `Add ${sku}`, exact: true }).waitFor();
  const units = finder.getByLabel(`Quantity of ${sku}`, { exact: true });
  expect(await units.inputValue()).toBe('1');
  await units.fill(String(quantity));
  await page.keyboard.press('Enter');
  await finder.getByText(`of ${sku} added`).waitFor();
  await page.keyboard.press('Escape');
  await finder.waitFor({ state: 'detached' });
}

/** Opens the dialog that maps a SKU, checks that its field has focus, and closes it. */
async function mapsFromField(page: Page, sku: string): Promise<void> {
  const button = page.getByRole('button', { name: `Link product: ${sku}` });
  await pressEnter(button);
  const dialog = page.getByRole('dialog', { name: `Link product: ${sku}` });
  await dialog.getByLabel('Search products').and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await button.and(page.locator(':focus')).waitFor();
}

async function choose(page: Page, label: string, choice: 'Take theirs' | 'Keep mine'): Promise<void> {
  const conflict = page.getByRole('group', { name: `${label}: changed by somebody else` });
  await conflict.getByRole('button', { name: choice }).click();
  await conflict.waitFor({ state: 'detached' });
  await page.getByLabel(label, { exact: true }).and(page.locator(':focus')).waitFor();
}

/** Once it is checked: its lines have their products then. */
async function idOf(number: string): Promise<number | undefined> {
  const [order] = await product.database.sql<{ id: string }>(
    'select id from orders where source_order_number = $1 and checked_at is not null',
    [number],
  );
  return order && Number(order.id);
}

async function stored(number: string) {
  const [order] = await product.database.sql<{ customer_name: string; city: string; shipping_method: string; lines: string[] }>(
    `select o.customer_name, o.city,
       (select m.name from shipping_methods m where m.account_id = o.account_id and m.code = o.shipping_code limit 1) as shipping_method,
       (select array_agg(concat(sku, ' ', quantity) order by sku) from order_lines l where l.account_id = o.account_id and l.order_id = o.id) as lines
     from orders o where o.source_order_number = $1`,
    [number],
  );
  return order;
}
