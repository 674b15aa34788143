import { expect, test } from 'vitest';
import { expectAccessible } from '../../../test/browser/accessible.ts';
import { pressEnter } from '../../../test/browser/press.ts';
import { testBrowser } from '../../../test/browser.ts';
import { testProduct } from '../../../test/product.ts';
import { addOrder } from '../../../test/shop/rows.ts';

const product = testProduct({ workers: 0 });
const { visit } = testBrowser(product);

test('a comment mentions a colleague by keyboard, appears on their open page, and the order is found as theirs', async () => {
  const [channel] = await product.database.sql<{ id: string; account_id: string }>(
    "select id, account_id from connections where connector = 'ship_station'",
  );
  const order = await addOrder(product.database, Number(channel?.account_id), Number(channel?.id));
  const jonas = await visit(`/orders/${order}`, { as: 'jonas@demo.crossdock', phone: true });
  const olive = await visit(`/orders/${order}`, { as: 'olive@demo.crossdock' });
  const field = olive.getByRole('textbox', { name: 'Comment' });
  await field.pressSequentially('Please look, @jo');
  await olive.getByRole('option', { name: 'Jonas Cole', exact: true }).waitFor();
  await expectAccessible(olive);
  await pressEnter(field);
  await expect.poll(() => field.inputValue()).toBe('Please look, @Jonas Cole ');
  await pressEnter(olive.getByRole('button', { name: 'Add comment' }));
  await jonas.getByText('@Jonas Cole').waitFor();
  await olive.getByRole('combobox', { name: 'Assigned to' }).selectOption('Assigned to Jonas Cole');
  await olive.getByText('Jonas Cole looks after it now.').waitFor();
  await expect
    .poll(() =>
      jonas.getByRole('combobox', { name: 'Assigned to' }).evaluate((list) => (list as HTMLSelectElement).selectedOptions[0]?.text),
    )
    .toBe('Assigned to Jonas Cole');
  await expectAccessible(jonas);
  await jonas.goto('/orders?view=all&assigned=me');
  await jonas
    .getByRole('link', { name: `SO-${order}` })
    .first()
    .waitFor();
  await olive.goto('/orders?view=all&assigned=me');
  await olive.getByText('No orders match').waitFor();
});
