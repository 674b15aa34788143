import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { holdCall } from '../../../../test/browser/hold-calls.ts';
import { pressEnter, pressSpace } from '../../../../test/browser/press.ts';
import { testBrowser } from '../../../../test/browser.ts';
import { testProduct } from '../../../../test/product.ts';
import { type Watched, watch } from '../../../../test/walks/driver/watched.ts';

const product = testProduct({ workers: 0 });
const { visit } = testBrowser(product);

test('from one connection to another: nothing of its page moves, and a sync that was started there stays there', async () => {
  const watching = Promise.withResolvers<Watched>();
  const before = (opening: Page) => watch(opening).then(watching.resolve);
  const page = await visit('/settings/connectors/amware', { as: 'amira@demo.crossdock', before });
  const card = page.getByRole('region', { name: 'Sync', exact: true });
  await page.route('**/api/connectors/*/sync', () => undefined);
  // A press by hand would excuse what moves within half a second of it.
  await page.getByRole('button', { name: 'Sync now' }).evaluate(press);
  await card.waitFor();
  const watched = await watching.promise;
  await watched.settle();
  const was = watched.moved();
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /ShipStation/ })
    .evaluate(press);
  await page.getByRole('heading', { name: 'ShipStation', level: 1 }).waitFor();
  await page.getByRole('region', { name: 'What is read' }).waitFor();
  await watched.settle();
  expect(watched.moved() - was, watched.farthest()).toBe(0);
  expect(await card.count()).toBe(0);
});

test('what is chosen of a schedule while it is saved stays, and is saved by the next press', async () => {
  const page = await visit('/settings/connectors/ship_station/schedule', { as: 'amira@demo.crossdock' });
  await pressSpace(page.getByRole('checkbox', { name: 'Orders: call in a time window only' }));
  await page.getByRole('combobox', { name: 'Start time of orders' }).selectOption('00,00');
  const end = page.getByRole('combobox', { name: 'End time of orders' });
  await end.selectOption('23,30');
  const saving = await holdCall(page, '**/schedule');
  const save = page.getByRole('button', { name: 'Save schedule' });
  await pressEnter(save);
  await saving.begun;
  await end.selectOption('23,00');
  saving.go();
  await page.getByText('The schedule was saved.').waitFor();
  await pressEnter(save);
  const windows = async () => (await (await page.request.get('/api/connectors/ship_station/schedule')).json()).settings;
  await expect.poll(windows).toMatchObject({ end_sync_time_window_orders: '23,00' });
});

const press = (element: Element) => (element as HTMLElement).click();
