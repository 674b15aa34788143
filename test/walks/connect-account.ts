import { expect } from 'vitest';
import { openDirectory } from '../../app/people/accounts/people/directory.ts';
import { createAccount, createUser } from '../../app/people/accounts/people.ts';
import type { TestProduct } from '../product.ts';
import { type Hand, opened } from './driver/hand.ts';
import type { Walk } from './driver/walk.ts';

const emails = { P: 'paula@example.com', K: 'kira@example.com' };

/** A new account until its first order is with the warehouse: its channel, its warehouse, a SKU and a shipping code. */
export const connectAccount: Walk<TestProduct> = {
  task: 'Connect a channel and a warehouse, and map what the first order needs',
  as: emails,
  prepare: async (product, round) => {
    const directory = openDirectory(product.database.url, 1);
    const accountId = await createAccount(directory, { name: `New Shop ${round}`, timezone: 'Europe/London' });
    await createUser(directory, { email: emails[round], name: `${round} Young`, role: 'account_admin', accountId });
    await directory.close();
    product.sandbox.control.client('second-amware-key').catalogue.take([{ sku: 'MUG', name: 'A mug', units: 10 }]);
    return product;
  },
  steps: async (hand, product) => {
    const { page, press, choose } = hand;
    const next = page.locator('li[aria-current="step"]');
    await press(page.getByRole('main').getByRole('link', { name: 'Connect a channel' }));
    await connect(hand, 'ShipStation', {
      'API key': 'second-key',
      'API secret': 'second-secret',
      'API address': `${product.sandbox.origin}/ship-station`,
    });
    await press(next.getByRole('link', { name: 'Connect it' }));
    await connect(hand, 'Amware', { 'API key': 'second-amware-key', 'Address of the warehouse': `${product.sandbox.origin}/amware` });
    await sellFirst(product);
    await hand.open('ShipStation', 'ships');
    await press(next.getByRole('link', { name: 'Link products' }));
    const add = page.getByRole('button', { name: 'Add Link to MUG-1' });
    await press(add);
    const dialog = page.getByRole('dialog', { name: 'Add Product Link' });
    await dialog.getByLabel('Search products').and(page.locator(':focus')).waitFor();
    await press(dialog.getByRole('button', { name: 'Link MUG', exact: true }));
    await dialog.waitFor({ state: 'detached' });
    await add.waitFor({ state: 'detached' });
    await press(page.getByRole('navigation', { name: /^Pages of / }).getByRole('link', { name: 'Overview' }));
    await press(next.getByRole('link', { name: 'Map shipping options' }));
    await choose(page.getByRole('combobox', { name: 'Shipping method of carrier_pigeon' }), 'Royal Mail Tracked 48');
    await press(page.getByRole('button', { name: 'Save Shipping Options' }));
    // The alert of the link says the same of its order.
    await page.getByText(/^Shipping options were saved.*1 waiting order checked again/).waitFor();
    const left = `select from orders o join members m on m.account_id = o.account_id join users u on u.id = m.user_id
      where u.email = any($1) and o.warehouse_order_id is not null`;
    await expect.poll(() => product.database.sql(left, [Object.values(emails)])).not.toHaveLength(0);
  },
};

async function connect({ page, press, type }: Hand, connector: string, settings: Record<string, string>): Promise<void> {
  await opened(page, 'Connections');
  await press(page.getByRole('button', { name: `Connect ${connector}` }));
  const dialog = page.getByRole('dialog', { name: `Connect ${connector}` });
  await dialog.locator(':focus').waitFor();
  for (const [label, value] of Object.entries(settings)) await type(dialog.getByLabel(label), value);
  await press(dialog.getByRole('button', { name: 'Connect', exact: true }), { key: 'Enter' });
  await opened(page, connector);
}

/** The channel has an order whose SKU and shipping code nobody knows here. */
async function sellFirst({ sandbox, database }: TestProduct): Promise<void> {
  await database.sql(
    `update streams set every_seconds = 1, due_at = now() where account_id in (select id from accounts where name like 'New Shop _')`,
  );
  sandbox.control
    .seller('second-key')
    .add([{ orderNumber: 'FIRST-1', serviceCode: 'carrier_pigeon', items: [{ sku: 'MUG-1', name: 'A mug', quantity: 1 }] }]);
}
