import { expect, test } from 'vitest';
import { expectAccessible } from '../../../test/browser/accessible.ts';
import { faultsOfLayout } from '../../../test/browser/laid-out.ts';
import { pressEnter } from '../../../test/browser/press.ts';
import { testBrowser } from '../../../test/browser.ts';
import { testProduct } from '../../../test/product.ts';
import { addOrder } from '../../../test/shop/rows.ts';
import { longestName } from './tag.ts';

const product = testProduct();
const { visit } = testBrowser(product);

async function newOrder(): Promise<number> {
  const [channel] = await product.database.sql<{ id: string; account_id: string }>(
    "select id, account_id from connections where connector = 'ship_station'",
  );
  return addOrder(product.database, Number(channel?.account_id), Number(channel?.id));
}

test('by keyboard a tag is put on an order, seen by a colleague at once, taken off, and put back from the alert', async () => {
  const order = await newOrder();
  const jonas = await visit(`/orders/${order}`, { as: 'jonas@demo.crossdock', phone: true });
  const olive = await visit(`/orders/${order}`, { as: 'olive@demo.crossdock' });
  const tags = olive.getByRole('group', { name: 'Tags' });
  const add = tags.getByRole('button', { name: 'Add tag' });
  const field = tags.getByRole('combobox', { name: 'Tag' });
  await pressEnter(add);
  await field.waitFor();
  await field.pressSequentially('Gift wrap');
  await expectAccessible(olive);
  await pressEnter(field);
  await olive.getByText(`SO-${order}: 1 tag added.`).waitFor();
  await jonas.getByRole('group', { name: 'Tags' }).getByText('Gift wrap').waitFor();
  await expect.poll(() => field.inputValue()).toBe('');
  await field.press('Escape');
  await add.waitFor();
  const remove = tags.getByRole('button', { name: 'Remove the tag Gift wrap' });
  await pressEnter(remove);
  await remove.waitFor({ state: 'detached' });
  await pressEnter(olive.getByText(`SO-${order}: 1 tag removed.`).getByRole('button', { name: 'Undo' }));
  await remove.waitFor();
});

test('what is typed meanwhile stays, a long name leaves its button its room, and focus stays beside what was removed', async () => {
  const page = await visit(`/orders/${await newOrder()}`, { as: 'olive@demo.crossdock', phone: true });
  const tags = page.getByRole('group', { name: 'Tags' });
  const field = tags.getByRole('combobox', { name: 'Tag' });
  await pressEnter(tags.getByRole('button', { name: 'Add tag' }));
  await field.waitFor();
  const long = 'W'.repeat(longestName);
  await field.fill(long);
  await pressEnter(field);
  const removeLong = tags.getByRole('button', { name: `Remove the tag ${long}` });
  await removeLong.waitFor();
  expect((await removeLong.boundingBox())?.width).toBeGreaterThanOrEqual(24);
  expect(await faultsOfLayout(page)).toEqual([]);
  await expect.poll(() => field.inputValue()).toBe('');
  const held = Promise.withResolvers<void>();
  let calls = 0;
  await page.route('**/api/tagged-records/**', async (route) => {
    calls += 1;
    await held.promise;
    await route.continue();
  });
  await field.fill('Second');
  await pressEnter(field);
  await expect.poll(() => calls).toBe(1);
  await field.fill('Third');
  held.resolve();
  const removeSecond = tags.getByRole('button', { name: 'Remove the tag Second' });
  await removeSecond.waitFor();
  await pressEnter(removeSecond);
  await removeSecond.waitFor({ state: 'detached' });
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await field.inputValue()).toBe('Third');
});

test('on a product tags stand above its stock, as on an order', async () => {
  const [mug] = await product.database.sql<{ id: string }>(
    `insert into products (account_id, sku, name) select account_id, 'TAGGED-MUG', 'A mug' from connections where connector = 'ship_station'
      returning id`,
  );
  const headers = { cookie: await product.cookieOf('olive@demo.crossdock'), accept: 'text/html' };
  const html = await (await fetch(`${product.origin}/products/${mug?.id}`, { headers })).text();
  const [tags, stock] = [html.indexOf('aria-label="Tags"'), html.indexOf('Available in Stock')];
  expect(tags).toBeGreaterThan(0);
  expect(stock).toBeGreaterThan(tags);
});
