import { beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../../../../../test/browser/accessible.ts';
import { pressEnter } from '../../../../../test/browser/press.ts';
import { testBrowser } from '../../../../../test/browser.ts';
import { testProduct } from '../../../../../test/product.ts';
import { addConnection, addIssues, addLines, addOrder, addProducts } from '../../../../../test/shop/rows.ts';
import { openDirectory } from '../../../../people/accounts/people/directory.ts';
import { createAccount, createUser } from '../../../../people/accounts/people.ts';

const product = testProduct({ workers: 0 });
const { visit } = testBrowser(product);
const as = 'nora@example.com';
const moved = {
  ...{ customer_name: 'Nora New', company_name: null, address: '9 New Road', address_2: null, city: 'Austin', state: 'TX' },
  ...{ postal_code: '78702', country: 'US', customer_phone: null, customer_email: null },
};
/** The first parcel has left; of one the second is here, of the other the warehouse packs it. */
let [here, packed, account, warehouse] = [0, 0, 0, 0];

beforeAll(async () => {
  const directory = openDirectory(product.database.url, 1);
  account = await createAccount(directory, { name: 'Moving Shop' });
  await createUser(directory, { email: as, name: 'Nora New', role: 'user', accountId: account });
  await directory.close();
  warehouse = await addConnection(product.database, account, 'warehouse');
  here = await addMoved(account, warehouse, { part: 1, state: 'shipped', status: 'shipped' });
  packed = await addMoved(account, warehouse, { part: 2, state: 'accepted', status: 'packed' });
});

type There = { part: number; state: string; status: string };

async function addMoved(accountId: number, connection: number, { part, state, status }: There): Promise<number> {
  const { sql } = product.database;
  const wanted = `insert into warehouse_orders (account_id, connection_id, reference, part, state, provider_status, accepted_at, sent)
    values ($1, $2, $3, $4, $5, $6, now(), $7) returning id`;
  const sent = { shipTo: { name: 'Nora Former', line1: '1 Old Lane', postalCode: '78701', city: 'Austin', country: 'US' } };
  const add = async (of: There) => {
    const values = [accountId, connection, `CD-${of.part}-${status}`, of.part, of.state, of.status, JSON.stringify(sent)];
    return Number((await sql<{ id: string }>(wanted, values))[0]?.id);
  };
  const first = await add({ part: 1, state: 'shipped', status: 'shipped' });
  const last = part === 1 ? first : await add({ part, state, status });
  const channel = await addConnection(product.database, accountId);
  const id = await addOrder(product.database, accountId, channel, {
    ...{ order_status: 'partially_shipped', units_ordered: 2, units_shipped: 1, in_amware: 1, warehouse_order_id: last, is_split: true },
    ...{ customer_name: 'Nora Former', address: '1 Old Lane', city: 'Austin', state: 'TX', postal_code: '78701', country: 'US' },
    ...{ new_ship_to: moved, source_state: 'ready' },
  });
  const lines = await addLines(product.database, accountId, id, [{ sku: 'MUG', quantity: 2 }]);
  await sql('update order_lines set later_quantity = 1, quantity_shipped = 1 where account_id = $1 and order_id = $2', [accountId, id]);
  await sql(
    `with parcel as (insert into shipments (account_id, order_id, warehouse_order_id, connection_id, remote_id, carrier, method, tracking_number, shipped_at)
       values ($1, $2, $3, $4, 'P1', 'UPS', 'Ground', '1Z999', now()) returning id)
     insert into shipment_lines (account_id, shipment_id, order_line_id, sku, quantity) select $1, id, $5, 'MUG', 1 from parcel`,
    [accountId, id, first, connection, lines.get('MUG')],
  );
  await addIssues(product.database, accountId, [
    {
      ...{ order_id: id, connection_id: channel, type: 'new_address', subject: '', blocking: false },
      sentence: { code: 'address_changed', channel: 'ShipStation' },
    },
  ]);
  return id;
}

test('by keyboard a person brings the second parcel to the new address, and undoes that', async () => {
  const page = await visit(`/orders/${here}`, { as });
  await page.getByText('ShipStation changed the address of this order after it went to the warehouse.').first().waitFor();
  await pressEnter(page.getByRole('button', { name: 'Decide', exact: true }));
  const panel = page.getByRole('dialog');
  await panel.getByRole('row', { name: 'Address Line 1 1 Old Lane 9 New Road' }).waitFor();
  await panel.getByRole('row', { name: 'Postal Code 78701 78702' }).waitFor();
  expect(await panel.getByRole('row', { name: /^City/ }).count()).toBe(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expectAccessible(page);
  await panel.getByRole('radio', { name: 'Use the new address for what has not left' }).check();
  await pressEnter(panel.getByRole('button', { name: 'Save decision' }));
  await panel.waitFor({ state: 'detached' });
  const said = page.getByText(`What has not left of SO-${here} goes to the new address.`);
  await said.waitFor();
  await page.getByText('Went to Nora Former, 1 Old Lane, Austin, 78701, US').waitFor();
  // At once, since an alert does not stay.
  await pressEnter(page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).last());
  await page.getByText(`What has not left of SO-${here} goes to the address that it had, until somebody decides.`).waitFor();
  await page.getByRole('button', { name: 'Decide', exact: true }).waitFor();
});

test('what is packed already says so on a phone, and leaves the former address to choose', async () => {
  const phone = await visit(`/orders/${packed}`, { as, phone: true, dark: true });
  await pressEnter(phone.getByRole('button', { name: 'Decide', exact: true }));
  const panel = phone.getByRole('dialog');
  await panel.getByText(/^The warehouse has packed it, and can no longer change where it goes\./).waitFor();
  expect(await panel.getByRole('radio').count()).toBe(1);
  await expectAccessible(phone);
  await panel.getByRole('radio', { name: 'Keep the former address' }).check();
  await pressEnter(panel.getByRole('button', { name: 'Save decision' }));
  await phone.getByText(`What has not left of SO-${packed} goes to the address that it had.`).waitFor();
});

test('it is decided from the list and from Home, too', async () => {
  const page = await visit('/orders', { as });
  const expectQuestion = async () => {
    await pressEnter(page.getByRole('button', { name: 'Decide', exact: true }).first());
    const panel = page.getByRole('dialog');
    await panel.getByText(`Where does the rest of SO-${here} go?`).waitFor();
    await panel.getByRole('radio', { name: 'Use the new address for what has not left' }).waitFor();
  };
  await expectQuestion();
  await page.goto('/');
  await expectQuestion();
});

test('before a hold ends its dialog says that the warehouse goes on holding it until somebody decides, and so does its page then', async () => {
  const { sql } = product.database;
  const held = await addMoved(account, warehouse, { part: 2, state: 'accepted', status: 'accepted' });
  await sql(
    "update orders set on_hold = true, hold_outcome = 'done', order_status = 'packing', units_shipped = 0, is_split = false where id = $1",
    [held],
  );
  await sql(
    `insert into order_events (account_id, order_id, kind, at, sentence) values ($1, $2, 'held', now(), '{"code": "put_on_hold"}')`,
    [account, held],
  );
  await sql('update warehouse_orders set held = true where id = (select warehouse_order_id from orders where id = $1)', [held]);
  const page = await visit(`/orders/${held}`, { as, phone: true });
  const unhold = page.getByRole('button', { name: 'Unhold' });
  await pressEnter(unhold);
  const dialog = page.getByRole('dialog', { name: 'End the hold of this order?' });
  const words = 'The warehouse goes on holding it until you have decided about what changed since it was sent.';
  await dialog.getByText(words).waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await unhold.and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Unhold' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('main').getByText(words).waitFor();
  expect(await page.getByText('The warehouse has been asked to end the hold.').count()).toBe(0);
  await page.getByRole('button', { name: 'Decide', exact: true }).waitFor();
  await pressEnter(page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).last());
  await unhold.waitFor();
});

const sally = 'sally@example.com';
let order = 0;
/** Its first parcel has left, and it was to be cancelled. */
let begun = 0;

beforeAll(async () => {
  const directory = openDirectory(product.database.url, 1);
  const accountId = await createAccount(directory, { name: 'Splitting Shop' });
  await createUser(directory, { email: sally, name: 'Sally Split', role: 'user', accountId });
  await directory.close();
  const facts = { checked_at: '2026-11-20T12:00:00Z', order_status: 'pending', on_hold: true, units_ordered: 4 };
  order = await addOrder(product.database, accountId, await addConnection(product.database, accountId), facts);
  const products = await addProducts(product.database, accountId, ['MUG', 'CUP']);
  const sold = [
    { sku: 'MUG', quantity: 3 },
    { sku: 'CUP', quantity: 1 },
  ];
  await addLines(product.database, accountId, order, sold, products);
  begun = await addBegun(accountId);
});

async function addBegun(accountId: number): Promise<number> {
  const { sql } = product.database;
  const warehouse = await addConnection(product.database, accountId, 'warehouse');
  const [{ id: sent } = { id: 0 }] = await sql<{ id: string }>(
    `insert into warehouse_orders (account_id, connection_id, reference, state, accepted_at) values ($1, $2, 'CD-1', 'shipped', now()) returning id`,
    [accountId, warehouse],
  );
  const facts = {
    ...{ order_status: 'partially_shipped', units_ordered: 2, units_shipped: 1, in_amware: 1, warehouse_order_id: sent, is_split: true },
    cancel_requested_at: '2026-11-20T12:00:00Z',
    cancel_outcome: 'too_late',
  };
  const channel = await addConnection(product.database, accountId);
  const id = await addOrder(product.database, accountId, channel, facts);
  const lines = await addLines(product.database, accountId, id, [{ sku: 'MUG', quantity: 2 }]);
  await sql('update order_lines set later_quantity = 1, quantity_shipped = 1 where account_id = $1 and order_id = $2', [accountId, id]);
  await sql(
    `with parcel as (insert into shipments (account_id, order_id, warehouse_order_id, connection_id, remote_id, carrier, method, tracking_number, shipped_at)
       values ($1, $2, $3, $4, 'P1', 'UPS', 'Ground', '1Z999', now()) returning id)
     insert into shipment_lines (account_id, shipment_id, order_line_id, sku, quantity) select $1, id, $5, 'MUG', 1 from parcel`,
    [accountId, id, sent, warehouse, lines.get('MUG')],
  );
  await addIssues(product.database, accountId, [
    {
      ...{ order_id: id, connection_id: channel, type: 'second_parcel', subject: 'doubt', blocking: false },
      sentence: { code: 'second_cancel_wished', channel: 'ship_station', warehouse: 'amware' },
    },
  ]);
  return id;
}

test('an order is split by keyboard beside what each parcel will hold, undone from its alert, and sent in one again from a phone', async () => {
  const page = await visit(`/orders/${order}`, { as: sally });
  await pressEnter(page.getByRole('button', { name: 'Split', exact: true }));
  const dialog = page.getByRole('dialog', { name: `Split SO-${order} into two parcels` });
  const confirm = dialog.getByRole('button', { name: 'Split', exact: true });
  const mugs = dialog.getByLabel('Of MUG in the second parcel');
  await mugs.waitFor();
  expect(await confirm.isDisabled()).toBe(true);
  await mugs.fill('4');
  await dialog.getByText('The second parcel cannot have more of a line than there is.').waitFor();
  expect(await confirm.isDisabled()).toBe(true);
  await mugs.fill('1');
  await dialog.getByText('First parcel: 2 of MUG, 1 of CUP. Second parcel: 1 of MUG.').waitFor();
  await expect.poll(() => confirm.isEnabled()).toBe(true);
  await pressEnter(mugs);
  await dialog.waitFor({ state: 'detached' });
  const notice = page.getByText('Goes in two parcels. The second, 1 of MUG, is sent to the warehouse once all of the first has left.');
  await notice.waitFor();
  await pressEnter(page.getByText(`SO-${order} goes in two parcels.`).getByRole('button', { name: 'Undo' }));
  await page.getByText(`The split of SO-${order} is undone.`).waitFor();
  await notice.waitFor({ state: 'detached' });

  // Without the alert, which lies over the lower edge of a phone.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/orders/${order}`);
  await pressEnter(page.getByRole('button', { name: 'Split', exact: true }));
  await dialog.getByLabel('Of CUP in the second parcel').fill('1');
  await dialog.getByText('First parcel: 3 of MUG. Second parcel: 1 of CUP.').waitFor();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 320 });
  await expect.poll(() => confirm.evaluate((button) => button.getBoundingClientRect().bottom <= window.innerHeight)).toBe(true);
  await page.setViewportSize({ width: 390, height: 800 });
  await pressEnter(confirm);
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('1 in the second parcel').waitFor();
  await expectAccessible(page);
  await pressEnter(page.getByRole('button', { name: 'Send in one parcel' }));
  await page.getByText(`SO-${order} goes in one parcel again.`).waitFor();
  await page.getByRole('button', { name: 'Split', exact: true }).waitFor();
  expect(await page.getByText('1 in the second parcel').count()).toBe(0);
});

test('the page shows where both parcels are, and a person keeps the second here by keyboard', async () => {
  const list = await fetch(`${product.origin}/orders`, { headers: { cookie: await product.cookieOf(sally), accept: 'text/html' } });
  expect(await list.text()).toContain('aria-label="In two parcels"');
  const page = await visit(`/orders/${begun}`, { as: sally });
  const parcel = (which: string) => page.getByRole('region', { name: `${which} parcel` });
  await parcel('First').getByText('has left').waitFor();
  await parcel('First').getByText('1Z999').waitFor();
  await parcel('Second').getByText('not sent yet').waitFor();
  await page.getByText('This order was to be cancelled, and it was too late for the first parcel. The second is kept here.').waitFor();
  await expectAccessible(page);
  await pressEnter(page.getByRole('button', { name: 'Decide', exact: true }));
  const panel = page.getByRole('dialog');
  await panel.getByRole('radio', { name: 'Send it', exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  await pressEnter(page.getByRole('button', { name: 'Do not send it', exact: true }));
  const dialog = page.getByRole('dialog', { name: 'Keep the second parcel here?' });
  await pressEnter(dialog.getByRole('button', { name: 'Do not send it', exact: true }));
  await dialog.waitFor({ state: 'detached' });
  await page.getByText(`The second parcel of SO-${begun} is not sent.`).waitFor();
  await parcel('Second').getByText('is not sent').waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/orders/${begun}`);
  await parcel('Second').getByText('is not sent').waitFor();
  await expectAccessible(page);
});
