import { beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../../../../../test/browser/accessible.ts';
import { pressEnter } from '../../../../../test/browser/press.ts';
import { testBrowser } from '../../../../../test/browser.ts';
import { testProduct } from '../../../../../test/product.ts';
import { addConnection, addIssues, addLines, addOrder } from '../../../../../test/shop/rows.ts';
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
