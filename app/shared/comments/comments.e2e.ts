import { expect, test } from 'vitest';
import { expectAccessible } from '../../../test/browser/accessible.ts';
import { holdCall } from '../../../test/browser/hold-calls.ts';
import { pressEnter } from '../../../test/browser/press.ts';
import { testBrowser } from '../../../test/browser.ts';
import { indexWords } from '../../../test/index-words.ts';
import { testProduct } from '../../../test/product.ts';
import { addOrder, addProducts } from '../../../test/shop/rows.ts';

const product = testProduct({ workers: 0 });
const { visit } = testBrowser(product);

test('a comment mentions a colleague by keyboard and appears on their open page, which says that the order is theirs', async () => {
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
});

test('what was begun to be written of one product is not sent with another, and is there again on the way back', async () => {
  const [of] = await product.database.sql<{ account_id: string }>("select account_id from connections where connector = 'ship_station'");
  const accountId = Number(of?.account_id);
  const ids = await addProducts(product.database, accountId, ['MUG-FIRST', 'MUG-NEXT']);
  await indexWords(product.database, accountId);
  const olive = await visit(`/products/${ids.get('MUG-FIRST')}`, { as: 'olive@demo.crossdock' });
  await olive.getByRole('textbox', { name: 'Comment' }).fill('Count this one again');
  await olive.getByPlaceholder('Search...').fill('MUG-NEXT');
  await olive.getByRole('listbox', { name: 'Found' }).getByRole('option', { name: 'MUG-NEXT' }).first().click();
  await olive.waitForURL(`**/products/${ids.get('MUG-NEXT')}`);
  await olive.locator('main header').getByText('MUG-NEXT').first().waitFor();
  expect(await olive.getByRole('textbox', { name: 'Comment' }).inputValue()).toBe('');
  await olive.goBack();
  await expect.poll(() => olive.getByRole('textbox', { name: 'Comment' }).inputValue()).toBe('Count this one again');
  const call = await holdCall(olive, '**/api/comments/**');
  await olive.getByRole('button', { name: 'Add comment' }).click();
  await call.begun;
  await olive.getByRole('textbox', { name: 'Comment' }).fill('By hand');
  call.go();
  const comments = olive.locator('main').getByRole('listitem');
  await comments.getByText('Count this one again').waitFor();
  expect(await olive.getByRole('textbox', { name: 'Comment' }).inputValue()).toBe('By hand');
  await olive.getByRole('button', { name: 'Add comment' }).click();
  await comments.getByText('By hand').waitFor();
  await expect.poll(() => olive.getByRole('textbox', { name: 'Comment' }).inputValue()).toBe('');

  await pressEnter(comments.filter({ hasText: 'By hand' }).getByRole('button', { name: 'Edit this comment' }));
  const edited = olive.getByRole('textbox', { name: 'Edit comment' });
  const save = comments.getByRole('button', { name: 'Save', exact: true });
  const change = await holdCall(olive, '**/api/comments/*');
  await edited.fill('By hand, twice ');
  await pressEnter(save);
  await change.begun;
  await edited.fill('By hand, three times');
  change.go();
  await olive.getByText('The comment was saved.').waitFor();
  await pressEnter(save);
  await edited.waitFor({ state: 'detached' });
  await comments.getByText('By hand, three times').waitFor();
});
