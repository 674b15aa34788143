import { expect, test } from 'vitest';
import { expectAccessible } from '../../../test/browser/accessible.ts';
import { pressEnter } from '../../../test/browser/press.ts';
import { testBrowser } from '../../../test/browser.ts';
import { testProduct } from '../../../test/product.ts';
import { addOrder } from '../../../test/shop/rows.ts';

const product = testProduct();
const { visit } = testBrowser(product);

test('by keyboard a tag is put on an order, seen by a colleague at once, taken off, and put back from the alert', async () => {
  const [channel] = await product.database.sql<{ id: string; account_id: string }>(
    "select id, account_id from connections where connector = 'ship_station'",
  );
  const order = await addOrder(product.database, Number(channel?.account_id), Number(channel?.id));
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
  await expectAccessible(jonas);
});
