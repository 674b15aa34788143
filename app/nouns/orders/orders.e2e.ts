import { beforeAll, expect, test, vi } from 'vitest';
import { paces } from '../../../sandbox/amware/pace.ts';
import { type NewOrder, plainAddress, type SellerOrder } from '../../../sandbox/ship-station/order.ts';
import { expectAccessible } from '../../../test/browser/accessible.ts';
import { faultsOfLayout } from '../../../test/browser/laid-out.ts';
import { pressEnter } from '../../../test/browser/press.ts';
import { testBrowser, type Visit } from '../../../test/browser.ts';
import { testProduct } from '../../../test/product.ts';

const product = testProduct({ sandbox: { pace: 'instant', limits: { shipStation: null, amware: null } } });
const { visit } = testBrowser(product);
const operator = 'olive@demo.crossdock';
const admin = 'jonas@demo.crossdock';

const lantern = [{ sku: '85123A', quantity: 2 }];
const cakeStand = [{ sku: '22423', quantity: 2 }];
const odd = (name: string) => ({ sku: `ODD-${name}`, quantity: 1 });

/** Each test has its own: they wait for a person, but for the one that leaves. */
const orders: NewOrder[] = [
  { orderNumber: 'LINK-1', items: [odd('LANTERN')] },
  { orderNumber: 'LINK-2', items: [{ ...odd('LANTERN'), quantity: 3 }] },
  { orderNumber: 'WRONG-1', items: [{ sku: '85123B', name: 'WHITE HANGING HEART LANTERN', quantity: 1 }] },
  { orderNumber: 'BACK-0', items: cakeStand, shipTo: { ...plainAddress, name: 'Bea Back' } },
  { orderNumber: 'BACK-1', items: cakeStand, orderStatus: 'on_hold' },
  ...['HOLD', 'FIRST', 'BULK', 'LOCK'].map((name) => ({ orderNumber: `${name}-1`, items: [odd(name)] })),
  { orderNumber: 'MAP-1', items: lantern, serviceCode: 'carrier_pigeon' },
  { orderNumber: 'ADDRESS-1', items: lantern, shipTo: { ...plainAddress, name: null, city: null } },
  { orderNumber: 'UNDO-1', items: [...lantern, odd('UNDO')] },
  { orderNumber: 'PRINT-1', items: Array.from({ length: 20 }, (_, n) => odd(`PRINT-${n}`)), serviceCode: 'ups_standard' },
];
let ids = new Map<string, number>();

/** Sold together: their lines have their products once they are checked, and lists find them once their words are indexed. */
beforeAll(async () => {
  const { sql } = product.database;
  await product.sell(...orders);
  const numbers = orders.map(({ orderNumber }) => orderNumber);
  const query = 'select id, source_order_number as number from orders where source_order_number = any($1) and checked_at is not null';
  const patience = { interval: 50, timeout: 170_000 };
  await vi.waitFor(async () => {
    const rows = await sql<{ id: string; number: string }>(query, [numbers]);
    expect(rows).toHaveLength(numbers.length);
    ids = new Map(rows.map(({ id, number }) => [number, Number(id)]));
  }, patience);
  await vi.waitFor(async () => expect(await sql('select from words_due')).toEqual([]), patience);
});

const idOf = (number: string) => ids.get(number) ?? 0;
const open = (number: string, how: Visit = {}) => visit(`/orders/${idOf(number)}`, { as: operator, ...how });

test('an operator sees an order arrive, opens it, and watches it go to the warehouse and back to the channel', async () => {
  const page = await visit('/orders?search=WATCH-', { as: operator });
  await page.getByText('No orders match').waitFor();
  await product.sell({ orderNumber: 'WATCH-0', items: [{ sku: 'ODD-WATCH', quantity: 1 }] });
  await page.getByRole('link', { name: 'WATCH-0' }).waitFor();
  await product.sell({ orderNumber: 'WATCH-1', items: lantern });
  await page.getByRole('link', { name: '1 new order' }).click();
  await page.getByRole('link', { name: 'WATCH-1' }).click();
  await page.getByText('Arrived from ShipStation.').waitFor();
  await page.getByText('The channel accepted the confirmation.').waitFor();
  await page.getByRole('heading', { name: 'Shipments' }).waitFor();
  await page.getByText('confirmed to ShipStation').waitFor();
  await expect.poll(() => page.locator('header').getByText('Fulfilled', { exact: true }).isVisible()).toBe(true);
});

test('an operator links a SKU once, and every order that waited for it leaves', async () => {
  const page = await visit('/orders?issue=unmapped_sku&search=LINK-', { as: operator });
  await page.getByRole('button', { name: 'Link product' }).first().click();
  const panel = page.getByRole('dialog', { name: 'Link product' });
  await panel.getByText('This mends 2 orders').waitFor();
  await panel.getByLabel('Search products').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('85123A');
  await page.keyboard.press('Enter');
  await panel.getByRole('radio', { name: /85123A/, checked: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Portal SKU was mapped successfully').waitFor();
  await page.getByText('No orders match').waitFor();
  await panel.waitFor({ state: 'detached' });
});

test('a person chooses among look-alikes, and takes a wrong link back before anything leaves', async () => {
  const page = await visit('/orders?search=WRONG-1', { as: operator });
  await page.getByRole('button', { name: 'Link product' }).click();
  const panel = page.getByRole('dialog', { name: 'Link product' });
  await panel.getByRole('radio').first().waitFor();
  await panel.getByLabel('Search products').and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await panel.getByText('Choose the product to link').waitFor();
  await expect.poll(() => panel.getByRole('radio', { checked: true }).count()).toBe(0);
  await panel.locator('mark').first().waitFor();
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await pressEnter(page.getByRole('button', { name: 'Undo mapping' }));
  await page.getByText('Undone. 1 order is as before.').waitFor();
  await page.getByRole('button', { name: 'Link product' }).waitFor();
  const stillHere = "select from orders where source_order_number = 'WRONG-1' and warehouse_order_id is null";
  expect(await product.database.sql(stillHere)).toHaveLength(1);
});

test('a person unlinks a SKU from the line of an order, and is told before how many orders stop', async () => {
  const left = "select from orders where source_order_number = 'BACK-0' and order_status = 'fulfilled'";
  await expect.poll(() => product.database.sql(left)).toHaveLength(1);
  const page = await open('BACK-1');
  await page.getByRole('row', { name: '22423' }).getByRole('button', { name: 'Change link' }).click();
  const dialog = page.getByRole('dialog', { name: 'Link of 22423' });
  await dialog.getByText('1 order that has not left goes').waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Unlink, stop 1 order' }).click();
  const question = page.getByRole('dialog', { name: 'Unlink 22423?' });
  await question.getByText(/ left on /).waitFor();
  await question.getByRole('button', { name: 'Unlink' }).click();
  await page.getByText('The product is unlinked. 1 order now waits for a link.').waitFor();
  await pressEnter(page.getByRole('button', { name: 'Undo', exact: true }));
  await page.getByText('Undone. 1 order is as before.').waitFor();
  await page.getByText('SKU 22423 is no longer linked to 22423.').waitFor();
  await page.getByRole('region', { name: 'What happened' }).getByRole('button', { name: 'Change link of 22423' }).waitFor();
});

test('an operator holds an order with a reason and until a day; each hold and its end can be taken back from its alert', async () => {
  const page = await visit('/orders?search=HOLD-1', { as: operator });
  await page.getByRole('link', { name: 'HOLD-1' }).click();
  await page.getByRole('heading', { name: 'What happened' }).waitFor();
  const undo = (sentence: RegExp) => page.getByRole('note').filter({ hasText: sentence }).getByRole('button', { name: 'Undo' });
  const dialog = page.getByRole('dialog', { name: 'Hold this order?' });
  await pressEnter(page.getByRole('button', { name: 'Hold', exact: true }));
  await pressEnter(dialog.getByRole('button', { name: 'Hold' }).and(page.locator(':focus')));
  // The page has learnt it: it shows the hold once its undo has been shown otherwise, and the dialog below goes with it.
  await page.getByRole('button', { name: 'Unhold' }).waitFor();
  await pressEnter(undo(/^SO-\d+ is on hold\./));
  await pressEnter(page.getByRole('button', { name: 'Hold', exact: true }));
  // A colleague holds it, and ends that: what was asked here before does not come back by itself.
  await dialog.waitFor();
  await callElsewhere('POST', `/api/orders/${idOf('HOLD-1')}/hold`, {});
  // The page does not read itself for a hold while a dialog is open, but does for what colleagues write.
  await callElsewhere('POST', `/api/comments/order/${idOf('HOLD-1')}`, { body: 'The buyer called' });
  await page.getByRole('button', { name: 'Unhold' }).waitFor();
  await callElsewhere('POST', `/api/orders/${idOf('HOLD-1')}/unhold`, {});
  await page.getByRole('button', { name: 'Hold', exact: true }).waitFor();
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  expect(await dialog.count()).toBe(0);
  await pressEnter(page.getByRole('button', { name: 'Hold', exact: true }));
  await dialog.getByLabel('Until').fill(new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10));
  await dialog.getByLabel('Reason').fill('The buyer is away');
  await expectAccessible(page);
  await pressEnter(dialog.getByLabel('Reason'));
  await pressEnter(page.getByRole('button', { name: 'Unhold' }));
  // The page has learnt it too, so that what it says of the hold below is of the undo.
  await page.getByRole('button', { name: 'Hold', exact: true }).waitFor();
  await pressEnter(undo(/^SO-\d+ is off hold\./));
  await page.getByText(/On hold until .*: The buyer is away\. The hold ends then/).waitFor();
  // Whoever has left by the time of the reply is offered no undo beside the title of what is open then.
  const left = Promise.withResolvers<void>();
  await page.route('**/unhold', async (route) => left.promise.then(() => route.continue()));
  const sent = page.waitForRequest('**/unhold');
  await pressEnter(page.getByRole('button', { name: 'Unhold', exact: true }));
  await sent;
  await page.goBack();
  await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor();
  left.resolve();
  await undo(/^SO-\d+ is off hold\./).waitFor();
  expect(await page.getByRole('button', { name: 'Undo unhold' }).count()).toBe(0);
});

test('who is refused because a colleague was first sees at once what the colleague did', async () => {
  const read = Promise.withResolvers<void>();
  const page = await open('FIRST-1', {
    expected: [/409/, /api\/events/, /404/],
    before: async (opened) => {
      // It gets no live events, so it learns of the colleague only by being refused.
      await opened.route('**/api/events?*', (route) => route.abort());
      // Without them it reads itself once, to know whether anybody is signed in.
      opened.on('response', (response) => /\/orders\/\d+\.data/.test(response.url()) && read.resolve());
    },
  });
  await read.promise;
  await page.getByRole('button', { name: 'Hold', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Hold this order?' });
  await dialog.waitFor();
  await callElsewhere('POST', `/api/orders/${idOf('FIRST-1')}/cancel`);
  await dialog.getByRole('button', { name: 'Hold' }).click();
  await page.getByText('This order is cancelled and can no longer be put on hold.').waitFor();
  await page.locator('header').getByText('Cancelled', { exact: true }).waitFor();
});

test('the outcome of a bulk action is there after its alert, after a reload, and with its undo, until it is put away', async () => {
  const page = await visit('/orders?search=BULK-1', { as: operator });
  await page.getByRole('checkbox', { name: 'Select SO-' }).check();
  await page.getByRole('button', { name: 'Hold', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Hold' }).click();
  const outcome = page.locator('#main').getByRole('note').filter({ hasText: 'Hold: 1 order done.' });
  await page.getByRole('region', { name: 'Messages' }).getByText('Hold: 1 order done.').waitFor();
  await page.reload();
  await outcome.getByRole('link', { name: 'See each' }).waitFor();
  await expectAccessible(page);
  await pressEnter(outcome.getByRole('button', { name: 'Undo' }));
  const undone = page.locator('#main').getByRole('note').filter({ hasText: 'Undo: 1 order done.' });
  await undone.waitFor();
  await undone.getByRole('button', { name: 'Dismiss' }).click();
  await undone.waitFor({ state: 'detached' });
  expect(await product.database.sql("select on_hold from orders where source_order_number = 'BULK-1'")).toEqual([{ on_hold: false }]);
});

test('an admin maps a shipping code from the order’s own page', async () => {
  const page = await open('MAP-1', { as: admin });
  await page.getByRole('button', { name: 'Map shipping method' }).click();
  const panel = page.getByRole('dialog', { name: 'Map shipping method' });
  const method = panel.getByRole('combobox', { name: 'Warehouse shipping method' });
  const option = panel.getByRole('option', { name: 'Royal Mail Tracked 48' });
  // Enter takes none that nobody meant: not of a list that was only opened, of words that are gone, or of words that many have.
  await method.click();
  await option.waitFor();
  await pressEnter(method);
  await panel.getByText('Shipping method should be selected').waitFor();
  for (const words of ['', 'tracked']) {
    await method.fill('royal');
    await method.fill(words);
    await option.waitFor();
    await pressEnter(method);
    expect(await method.inputValue()).toBe(words);
    await panel.getByText('Shipping method should be selected').waitFor();
  }
  await method.fill('tracked 48');
  await option.click();
  await expect.poll(() => method.inputValue()).toBe('Royal Mail Tracked 48');
  // The name of the chosen one, typed over it, chooses no other.
  await method.fill('Royal Mail Tracked 4');
  await method.press('8');
  await pressEnter(method);
  await page.getByText('Shipping options were saved.').waitFor();
  expect(await product.database.sql("select amware_code from shipping_options where connector_code = 'carrier_pigeon'")).toEqual([
    { amware_code: 'RM48' },
  ]);
  await page.getByText('Mended: Shipping code carrier_pigeon').waitFor();
});

test('what a person typed into an address stays when someone else saved first, and they are told what changed', async () => {
  const page = await open('ADDRESS-1', { expected: [/409/] });
  await page.getByRole('button', { name: 'Complete address' }).click();
  const panel = page.getByRole('dialog', { name: 'Complete address' });
  await panel.getByLabel('Customer Name').fill('Ada Byron');
  const country = panel.getByRole('combobox', { name: 'Country' });
  const home = await country.inputValue();
  for (const name of ['Netherlands', 'India', home]) {
    await country.fill(name.toLowerCase());
    await panel.getByRole('option', { name, exact: true }).and(page.locator('[data-combobox-selected]')).waitFor();
    await pressEnter(country);
    await expect.poll(() => country.inputValue()).toBe(name);
  }
  // Two begin so: none is taken, and nothing is saved.
  await country.fill('guine');
  await panel.getByRole('option', { name: 'Guinea', exact: true }).waitFor();
  await pressEnter(country);
  expect(await country.inputValue()).toBe('guine');
  await saveElsewhere('ADDRESS-1', { customer_name: 'Ada Lovelace' });
  await panel.getByLabel('City').fill('Bath');
  await page.keyboard.press('Enter');
  await panel.getByText(/Jonas Cole has changed Customer Name/).waitFor();
  await panel.getByText('Now saved: Ada Lovelace').waitFor();
  await expect.poll(() => panel.getByLabel('Customer Name').inputValue()).toBe('Ada Byron');
  await page.keyboard.press('Enter');
  await page.getByText('Order successfully saved').waitFor();
  await page.getByText('Ada Byron').first().waitFor();
});

test('a lock that the server refuses is put back, and the person is told', async () => {
  const page = await open('LOCK-1', { expected: [/500/] });
  await page.route('**/toggle-lock', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 });
  await page.getByRole('button', { name: 'Lock Order', exact: true }).click();
  await page.getByText('There was an error processing your request').waitFor();
  const isTold = page.getByText('Locked.').waitFor();
  await page.getByRole('button', { name: 'Lock Order', exact: true }).click();
  await Promise.all([isTold, page.getByRole('button', { name: 'Unlock order' }).waitFor()]);
  await page.getByText(/^Locked by Olive .* just now: it is not sent to the warehouse/).waitFor();
});

test('an operator sees what a colleague edited, takes it back, has the history as a file, and opens the raw payload', async () => {
  const page = await open('UNDO-1');
  const history = page.getByRole('region', { name: 'What happened' });
  await saveElsewhere('UNDO-1', { city: 'Leeds', lineItems: [{ isNewItem: true, sku: '85123A', quantity: 3 }] });
  await history.getByText('Qty of 85123A: 2 5').waitFor();
  await pressEnter(history.getByRole('button', { name: 'Edits only' }));
  await history.getByText('Arrived from ShipStation.').waitFor({ state: 'detached' });
  await expectAccessible(page);
  await pressEnter(history.getByRole('button', { name: 'Undo' }));
  await page.getByText(/^The edit of SO-\d+ is undone\.$/).waitFor();
  await history.getByText('Qty of 85123A: 5 2').waitFor();
  await expect.poll(() => history.getByRole('button', { name: 'Undo' }).count()).toBe(0);
  const [file] = await Promise.all([page.waitForEvent('download'), history.getByRole('link', { name: 'Export CSV' }).click()]);
  expect(file.suggestedFilename()).toMatch(/^SO-\d+-history\.csv$/);
  await page.getByRole('button', { name: 'Raw payload' }).click();
  await page
    .getByRole('dialog')
    .getByLabel(/Received/)
    .first()
    .waitFor();
  await expectAccessible(page);
});

test('on paper an order has all its lines, and nothing to press', async () => {
  const page = await open('PRINT-1', { dark: true });
  const lines = page.getByRole('table', { name: 'Lines' }).locator('tbody tr');
  await expect.poll(() => lines.count()).toBe(12);
  await page.getByText('How it is mapped').waitFor();
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  await expect.poll(() => lines.count()).toBe(20);
  for (const chrome of ['Search...', 'Crossdock, home', 'Hold', 'Edit Order', 'Link product', 'Export CSV', 'How it is mapped'])
    await expect
      .poll(() => page.getByText(chrome).or(page.getByLabel(chrome)).or(page.getByPlaceholder(chrome)).first().isVisible())
      .toBe(false);
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(255, 255, 255)');
  // An A4 page at 96 dots an inch.
  await page.setViewportSize({ width: 794, height: 1123 });
  for (const part of [/^Customer$/, /^Shipping$/, /^Totals$/, /^References$/, /^Lines/, /^What happened$/])
    await expect.poll(() => page.getByRole('heading', { name: part }).isVisible(), { message: String(part) }).toBe(true);
  await expect.poll(() => faultsOfLayout(page)).toEqual([]);
});

test('an order of nobody, or of another account, is a page that says so', async () => {
  const headers = { cookie: await product.cookieOf(operator), accept: 'text/html' };
  const page = await fetch(`${product.origin}/orders/999999`, { headers });
  expect(page.status).toBe(404);
  expect(await page.text()).toContain('There is nothing here');
});

test('a person compares a part with the order that it was split off, says that the goods are the same, and takes that back', async () => {
  const { control } = product.sandbox;
  // The warehouse has the whole order, and nothing of it leaves.
  control.set({ pace: paces.manual });
  const all = [{ sku: '85123A', quantity: 3 }, ...cakeStand];
  await product.sell({ orderNumber: 'PART-1', items: all });
  const atWarehouse = "select from orders where source_order_number = 'PART-1' and in_amware = 1";
  await expect.poll(() => product.database.sql(atWarehouse)).toHaveLength(1);
  const whole = [...control.seller().orders.values()].find(({ orderNumber }) => orderNumber === 'PART-1') as SellerOrder;
  // As a split leaves it, with the webhook that ShipStation sends for a new order.
  await product.sell({ orderNumber: 'PART-1', parentId: whole.orderId, items: [{ sku: '85123A', quantity: 1 }] });
  const part = [...control.seller().orders.values()].find(({ parentId }) => parentId === whole.orderId) as SellerOrder;
  const partId = async () =>
    (await product.database.sql('select id from orders where remote_id = $1 and open_issues > 0', [String(part.orderId)]))[0]?.id;
  await expect.poll(partId).toBeDefined();
  const page = await visit(`/orders/${await partId()}`, { as: operator });
  await page.getByRole('button', { name: 'Compare orders' }).click();
  const panel = page.getByRole('dialog', { name: 'Compare orders' });
  await panel.getByRole('row', { name: /85123A.* 3 1$/ }).waitFor();
  await panel.getByRole('button', { name: 'Save decision' }).click();
  await panel.getByText('Choose one of the two').waitFor();
  await expectAccessible(page);
  await panel.getByRole('radio', { name: 'Same goods' }).check();
  await page.keyboard.press('Enter');
  await page.getByText(/^Nothing of SO-\d+ is sent\.$/).waitFor();
  await page.getByText('The same goods as the other order, as was decided here').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Compare orders' }).waitFor();
});

/** A colleague saves the same order in another window. */
const saveElsewhere = async (number: string, edit: Record<string, unknown>) =>
  callElsewhere('PUT', '/api/orders/save', { order: { id: idOf(number), ...edit } });

async function callElsewhere(method: 'POST' | 'PUT', path: string, body: object = {}): Promise<void> {
  const response = await fetch(`${product.origin}${path}`, {
    method,
    headers: { 'content-type': 'application/json', cookie: await product.cookieOf(admin), origin: product.origin },
    body: JSON.stringify(body),
  });
  expect(response.ok, `${path}: ${response.status}`).toBe(true);
}
