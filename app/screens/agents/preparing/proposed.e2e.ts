import { beforeAll, expect, test } from 'vitest';
import { inTenant } from '../../../../platform/tenant.ts';
import { expectAccessible } from '../../../../test/browser/accessible.ts';
import { expectLaidOut } from '../../../../test/browser/laid-out.ts';
import { pressEnter } from '../../../../test/browser/press.ts';
import { testBrowser } from '../../../../test/browser.ts';
import { testProduct } from '../../../../test/product.ts';
import { addConnection, addOrders } from '../../../../test/shop/rows.ts';
import { orderBulk } from '../../../nouns/orders/bulk/verbs.ts';
import { openDirectory } from '../../../people/accounts/people/directory.ts';
import { createAccount, createUser } from '../../../people/accounts/people.ts';
import { withIds } from '../../../shared/runs/bulk/start.ts';
import { proposeBulk } from '../../../shared/runs/proposed/propose.ts';

const product = testProduct();
const { visit } = testBrowser(product);
const as = 'petra@example.com';
let actor = { accountId: 0, userId: 0 };
let ids: number[] = [];

beforeAll(async () => {
  const directory = openDirectory(product.database.url, 1);
  const accountId = await createAccount(directory, { name: 'Proposing Shop' });
  actor = { accountId, userId: await createUser(directory, { email: as, name: 'Petra Propose', role: 'user', accountId }) };
  await directory.close();
  const orders = [
    { order_status: 'pending', on_hold: true },
    { order_status: 'shipped', on_hold: true },
  ];
  ids = await addOrders(product.database, accountId, await addConnection(product.database, accountId), orders);
});

const propose = async (verb: 'hold' | 'unhold') => {
  const by = { keyId: 1, name: 'Robot, used by Desk agent' };
  const { runId } = await inTenant(product.database.database, actor, (tenant) =>
    proposeBulk(tenant, orderBulk, verb, { matching: withIds(tenant, orderBulk, ids), by }),
  );
  return runId;
};

test('a person looks at what an agent prepared, starts it by keyboard, and sees what came of it', async () => {
  const runId = await propose('unhold');
  const page = await visit(`/activity/${runId}/proposed`, { as });
  await page.getByRole('heading', { name: 'Orders: Unhold' }).waitFor();
  await page.getByText('Robot, used by Desk agent').waitFor();
  await page.getByText('Goods leave by this.').waitFor();
  await page.getByRole('link', { name: `SO-${ids[0]}` }).waitFor();
  await expectAccessible(page);
  await expectLaidOut(page);
  await pressEnter(page.getByRole('button', { name: 'Start' }));
  await page.waitForURL(`**/activity/${runId}`);
  await page.getByText('1 order done').waitFor();
  expect(await product.database.sql('select id from orders where id = any($1) and on_hold', [ids])).toEqual([{ id: String(ids[1]) }]);
  // The link leads on to what became of it.
  await page.goto(`${product.origin}/activity/${runId}/proposed`);
  await page.waitForURL(`**/activity/${runId}`);
});

test('what is declined is not done', async () => {
  await product.database.sql('update orders set on_hold = false where id = $1', [ids[0]]);
  const runId = await propose('hold');
  const page = await visit(`/activity/${runId}/proposed`, { as });
  await pressEnter(page.getByRole('button', { name: 'Decline' }));
  await page.waitForURL(`**/activity/${runId}`);
  await page.getByText('Declined: nothing of it was done.').waitFor();
  expect(await product.database.sql('select on_hold from orders where id = $1', [ids[0]])).toEqual([{ on_hold: false }]);
});
