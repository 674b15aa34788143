import { chromium, type Locator, type Page } from 'playwright';
import { findChromium } from '../bin/test/chromium.ts';
import { type Benchmark, type Figure, quantile } from './figure.ts';
import { withDemo } from './start.ts';

const rounds = Number(process.env.BENCH_ROUNDS ?? 9);

/** What has to be on the page for a click to be done: an address that contains it, a heading that begins so, and an element. */
type Shown = { address?: string; heading?: string; element: string };
/** `covers`: what is shown lies above the page. */
type Click = { name: string; on: (page: Page) => Locator; shown: Shown; covers?: true };

const main = (page: Page) => page.getByRole('main');
const named = (role: 'link' | 'button', name: string | RegExp) => (page: Page) => main(page).getByRole(role, { name }).first();
const aDialog = { element: '[role=dialog] button' };

/** The pages of the navigation, each from the one before. */
const visited = [
  ...[['Orders', '/orders'] as const, ['Purchase orders', '/purchase-orders'] as const, ['Products', '/products'] as const],
  ...[['Raw materials', '/raw-materials'] as const, ['Import/export', '/import-export'] as const, ['Activity', '/activity'] as const],
].map(([name, address]) => ({ name: `to ${name}`, on: inNavigation(name), shown: { address, heading: name, element: 'main' } }));

/** A walk through the demo, from wherever the last one ended. */
const walk: Click[] = [
  ...visited,
  { name: 'to Orders again', on: inNavigation('Orders'), shown: { address: '/orders', heading: 'Orders', element: 'main table' } },
  { name: 'a view of orders', on: named('link', /^Needs attention/), shown: { address: 'view=attention', element: 'main table' } },
  { name: 'a sort', on: named('link', 'Status'), shown: { address: 'orderBy=order_status', element: 'main table' } },
  {
    name: 'a filter opened',
    on: named('button', 'Status'),
    shown: { element: 'main [aria-label="Status filter"] [aria-expanded=true]' },
    covers: true,
  },
  { name: 'columns opened', on: named('button', 'Columns'), shown: aDialog, covers: true },
  { name: 'a row ticked or not', on: (page) => main(page).getByRole('checkbox').nth(1), shown: { element: 'main tbody' } },
  {
    name: 'an order',
    on: (page) => main(page).locator('tbody a').first(),
    shown: { address: '/orders/', heading: 'SO-', element: 'main table' },
  },
  { name: 'an order edited', on: named('button', 'Edit Order'), shown: { element: 'main input' } },
  { name: 'editing ended', on: named('button', 'Discard'), shown: { element: 'main [disabled]' } },
  { name: 'a hold’s dialog', on: named('button', 'Hold'), shown: aDialog, covers: true },
  { name: 'to Products again', on: inNavigation('Products'), shown: { address: '/products', heading: 'Products', element: 'main table' } },
  { name: 'a page of products', on: named('link', /^Next/), shown: { address: 'page=2', element: 'main table' } },
  { name: 'a product', on: (page) => main(page).locator('tbody a').first(), shown: { address: '/products/', element: 'main dl' } },
  { name: 'a product edited', on: named('button', 'Edit product'), shown: aDialog, covers: true },
  {
    name: 'to Purchase orders again',
    on: inNavigation('Purchase orders'),
    shown: { address: '/purchase-orders', heading: 'Purchase orders', element: 'main table' },
  },
  {
    name: 'a purchase order',
    on: (page) => main(page).locator('tbody a').first(),
    shown: { address: '/purchase-orders/', heading: 'PO-', element: 'main table' },
  },
  {
    name: 'to a connection',
    on: (page) => page.locator('nav a[href$="/ship_station"]').first(),
    shown: { address: '/ship_station', heading: 'ShipStation', element: 'main h1' },
  },
  { name: 'its products', on: named('link', /^Products/), shown: { address: '/ship_station/products', element: 'main table' } },
  { name: 'its log', on: named('link', 'Log'), shown: { address: '/ship_station/logs', element: 'main table' } },
  { name: 'to Home', on: inNavigation('Home'), shown: { address: '', element: 'main a[href^="/orders?view="]' } },
];

function inNavigation(name: string) {
  return (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: new RegExp(`^${name}( |$)`) });
}

/** From the click until what was asked for has been drawn, over and over, in a window of a running demo that has been used for a round. */
export const benchmark: Benchmark = {
  name: 'clicks',
  about: `from a click to what it shows, drawn, in Chromium at a running demo; the median of ${rounds} rounds`,
  run: () =>
    withDemo(async (origin) => {
      const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-gpu'] });
      try {
        const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
        await page.goto(`${origin}/sign-in`);
        await page.getByRole('button', { name: /Olive/ }).click();
        await page.getByRole('link', { name: 'Orders', exact: true }).waitFor();
        const times = new Map<string, number[]>(walk.map(({ name }) => [name, []]));
        await walkOnce(page, () => undefined);
        for (let round = 0; round < rounds; round++) await walkOnce(page, (name, ms) => times.get(name)?.push(ms));
        return [...times].flatMap(([name, all]) => figuresOf(name, all));
      } finally {
        await browser.close();
      }
    }),
};

const figuresOf = (name: string, all: number[]): Figure[] => [
  { bench: 'clicks', case: name, metric: 'p50_ms', value: quantile(all, 0.5), goal: '≤ 200 ms' },
  { bench: 'clicks', case: name, metric: 'most_ms', value: Math.max(...all) },
];

async function walkOnce(page: Page, note: (name: string, ms: number) => void): Promise<void> {
  for (const click of walk) {
    const ms = await timed(page, click).catch((cause: unknown) => {
      throw new Error(`The click "${click.name}" was not shown at ${page.url()}.`, { cause });
    });
    note(click.name, ms);
    if (!click.covers) continue;
    await page.keyboard.press('Escape');
    await page.locator(click.shown.element).first().waitFor({ state: 'hidden' });
  }
}

async function timed(page: Page, { on, shown }: Click): Promise<number> {
  const target = on(page);
  await target.waitFor();
  // A page asks for more once it is drawn; a person looks at it before the next click.
  await page.waitForLoadState('networkidle');
  const ms = await target.evaluate(untilDrawn, shown);
  if (ms === null) throw new Error('Not after five seconds.');
  return ms;
}

/** Runs in the page. Clicks, and resolves with the ms until the frame after the one that has what was asked for; null after five seconds. */
function untilDrawn(target: Element, { address, heading = '', element }: Shown): Promise<number | null> {
  const began = performance.now();
  const before = location.href;
  return new Promise((resolve) => {
    const look = () => {
      const isThere = address === undefined || (location.href !== before && location.href.includes(address));
      if (isThere && document.querySelector('h1')?.textContent.startsWith(heading) && document.querySelector(element)) {
        watch.disconnect();
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)));
      }
    };
    const watch = new MutationObserver(look);
    watch.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
    setTimeout(() => resolve(null), 5_000);
    (target as HTMLElement).click();
    look();
  });
}
