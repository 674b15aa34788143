import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { testBrowser } from '../../../test/browser.ts';
import { testProduct } from '../../../test/product.ts';

const product = testProduct({ sandbox: { limits: { shipStation: 6_000 } } });
const { visit } = testBrowser(product);

test('news on Home moves nothing for browsers: what makes room glides, and is there at once for whoever wants less motion', async () => {
  const page = await visit('/', { as: 'amira@demo.crossdock' });
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await watchShifts(page);
  const below = page.getByRole('heading', { name: 'Today', exact: true });
  const top = () => below.evaluate((heading) => (heading as HTMLElement).getBoundingClientRect().top + window.scrollY);
  const before = await top();
  await product.sell({ orderNumber: 'GLIDE-1', serviceCode: 'gliding_pigeon', items: [{ sku: '85123A', quantity: 1 }] });
  await page.getByText('gliding_pigeon').waitFor();
  await gliding(page);
  expect(await top()).toBeGreaterThan(before);
  expect(await page.evaluate(() => (globalThis as unknown as Watching).shifts)).toEqual([]);

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await product.sell({ orderNumber: 'GLIDE-2', serviceCode: 'jumping_pigeon', items: [{ sku: '85123A', quantity: 1 }] });
  await page.getByText('jumping_pigeon').waitFor();
  expect(await page.evaluate(() => document.getAnimations().filter(({ id }) => id === 'glide').length)).toBe(0);
});

type Shift = PerformanceEntry & { sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[] };
type Watching = { shifts: string[] };

/** From now on, of what moved up or down; a graph draws its numbers where they belong. */
async function watchShifts(page: Page): Promise<void> {
  await page.evaluate(() => {
    const watching = globalThis as unknown as Watching;
    watching.shifts = [];
    const seen = new PerformanceObserver((list) => {
      for (const { sources } of list.getEntries() as Shift[])
        for (const { node, previousRect, currentRect } of sources)
          if (previousRect.top !== currentRect.top && !node?.parentElement?.closest('figure, svg'))
            watching.shifts.push(node?.textContent ?? '');
    });
    seen.observe({ type: 'layout-shift' });
  });
}

/** Until what glides is where it goes, and browsers have told what moved. */
const gliding = (page: Page) =>
  page.evaluate(async () => {
    await Promise.all(document.getAnimations().flatMap((each) => (each.id === 'glide' ? [each.finished] : [])));
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(drawn))));
  });
