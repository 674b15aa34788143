import type { Locator } from 'playwright';
import { expect } from 'vitest';
import type { TestProduct } from '../product.ts';
import { type Hand, opened } from './driver/hand.ts';
import type { Walk } from './driver/walk.ts';
import { sold } from './orders.ts';

type Waiting = { product: TestProduct; numbers: string[]; skus: string[]; codes: string[] };

/** What a night leaves: SKUs that look like products, shipping codes that nobody has mapped, addresses without a city. */
export const tenExceptions: Walk<Waiting> = {
  task: 'Mend ten orders: four SKUs, three shipping codes, three addresses',
  as: 'jonas@demo.crossdock',
  prepare: async (product, round) => {
    const of = (count: number, name: string) => Array.from({ length: count }, (_, n) => `${name}-${round}${n + 1}`);
    const [skus, codes, cityless] = [of(4, '22423'), of(3, 'pigeon'), of(3, 'NOWHERE')];
    const item = { sku: '85123A', quantity: 1 };
    const orders = [
      ...skus.map((sku, n) => ({
        orderNumber: `TEN-S${round}${n}`,
        items: [{ sku, name: 'REGENCY CAKESTAND THREE TIERS', quantity: 1 }],
      })),
      ...codes.map((serviceCode, n) => ({ orderNumber: `TEN-C${round}${n}`, serviceCode, items: [item] })),
      ...cityless.map((name) => ({
        orderNumber: name,
        shipTo: { name, street1: '1 Quay', city: null, postalCode: 'YO1 7HH', country: 'GB' } as never,
        items: [item],
      })),
    ];
    await sold(product, ...orders);
    return { product, skus, codes, numbers: orders.map(({ orderNumber }) => orderNumber) };
  },
  steps: async (hand, { product, numbers, skus, codes }) => {
    await linkAll(hand, skus);
    await hand.open('Home', 'home');
    await opened(hand.page, /wait/);
    for (const code of codes) await mapCode(hand, code);
    for (const waiting of ['3 orders', '2 orders', '1 order']) await completeAddress(hand, waiting);
    const left = 'select from orders where source_order_number = any($1) and warehouse_order_id is not null';
    await expect.poll(() => product.database.sql(left, [numbers])).toHaveLength(10);
  },
};

/** All of them in one list, each beside the product that it looks like. */
async function linkAll({ page, press, tick }: Hand, skus: string[]): Promise<void> {
  await press(page.getByRole('link', { name: 'Link them one after the other' }));
  await opened(page, 'SKUs to link');
  await expect.poll(() => page.getByRole('table', { name: 'SKUs to link' }).locator('tbody tr').count()).toBe(skus.length);
  await tick(page.getByRole('checkbox', { name: 'Select all on this page' }));
  await press(page.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'Link…' }));
  const dialog = page.getByRole('dialog', { name: 'Link 4 SKUs' });
  await press(dialog.getByRole('button', { name: 'Link 4 SKUs' }).and(page.locator(':focus')), { key: 'Enter' });
  await page.getByText(/^4 SKUs are linked/).waitFor();
  await dialog.waitFor({ state: 'detached' });
}

const causeOf = ({ page }: Hand, words: string): Locator => page.getByRole('listitem').filter({ hasText: words }).last();

async function mapCode(hand: Hand, code: string): Promise<void> {
  const { page, press, pick } = hand;
  const map = causeOf(hand, code).getByRole('button', { name: 'Map shipping method' });
  await press(map, { step: 'j' });
  const panel = page.getByRole('dialog', { name: 'Map shipping method' });
  const method = panel.getByRole('combobox', { name: 'Warehouse shipping method' });
  await method.and(page.locator(':focus')).waitFor();
  await pick(method, '48', panel.getByRole('option', { name: 'Royal Mail Tracked 48' }));
  await press(panel.getByRole('button', { name: 'Map shipping method' }), { key: 'Enter' });
  await panel.waitFor({ state: 'detached' });
  // The focus has left it by then: from there j would come to the causes below alone.
  await map.waitFor({ state: 'detached' });
}

/** One after the other: the cause has as many orders as wait for it still. */
async function completeAddress(hand: Hand, waiting: string): Promise<void> {
  const { page, press, type } = hand;
  const cause = causeOf(hand, 'The address has no city.');
  await cause.getByRole('link', { name: waiting, exact: true }).waitFor();
  await press(cause.getByRole('button', { name: 'Complete address' }), { step: 'j' });
  const panel = page.getByRole('dialog', { name: 'Complete address' });
  const city = panel.getByLabel('City');
  await city.and(page.locator(':focus')).waitFor();
  // Each of them is of one order, however many wait.
  await panel.getByRole('link', { name: 'Open the order' }).waitFor();
  await type(city, 'York');
  await press(panel.getByRole('button', { name: 'Save address' }), { key: 'Enter' });
  await panel.waitFor({ state: 'detached' });
}
