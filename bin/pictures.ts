import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright';
import { demoSignIns } from '../app/people/accounts/people/demo-people.ts';
import { otherAccountName } from '../app/screens/demo/account-names.ts';
import type { Role } from '../platform/signed-in.ts';
import { everyScheme, everyWidth, photographEvery } from './pictures/every.ts';
import type { Viewer } from './pictures/screen.ts';
import { root } from './stop.mjs';
import { findChromium } from './test/chromium.ts';

/**
 * `npm run pictures -- [--at ADDRESS] [--to FOLDER] [--only NAME,NAME]`: takes the documents' pictures again from a running demo, each at a desk's and
 * a phone's width, light and dark: `orders.png`, `orders-phone.png`, `orders-dark.png`, `orders-phone-dark.png`. Pages that are
 * visited less often are taken at a desk in light and on a phone in dark. `--every --to FOLDER`: every screen and dialog instead, at five
 * widths, and what is wrong with them; `--widths 390,1440 --scheme dark` takes a part of that.
 */
const { values } = parseArgs({
  options: {
    at: { type: 'string' },
    to: { type: 'string' },
    only: { type: 'string' },
    every: { type: 'boolean' },
    widths: { type: 'string' },
    scheme: { type: 'string' },
  },
});
const origin = values.at ?? `http://127.0.0.1:${process.env.PORT || 3000}`;
const only = values.only?.split(',');
const folder = values.to ?? join(root, values.every ? '.data/pictures' : 'docs/pictures');

/** What is shown, and how to get there: a demo that has run for a minute has an order that waits for a person. */
const waysTo: Record<string, (page: Page) => Promise<unknown>> = {
  dashboard: (page) => open(page, '/'),
  orders: (page) => open(page, '/orders'),
  order: async (page) => {
    const response = await page.request.get(`${origin}/api/orders?view=attention&issue=unmapped_sku&perPage=25`);
    const { data } = (await response.json()) as { data: { id: number }[] };
    if (!data[0]) throw new Error('No order waits for a SKU yet: let the demo run for a minute.');
    await open(page, `/orders/${data[0].id}`);
  },
  ticket: async (page) => {
    const response = await page.request.get(`${origin}/support-tickets?status=open&search=crushed`, {
      headers: { accept: 'application/json' },
    });
    const { data } = (await response.json()) as { data: { id: number }[] };
    if (!data[0]) throw new Error('The demo’s ticket about crushed boxes is gone.');
    await open(page, `/support-tickets/${data[0].id}`);
    await page.getByRole('textbox', { name: 'Message', exact: true }).waitFor();
  },
  product: async (page) => {
    const response = await page.request.get(`${origin}/api/products/search?q=85123A`);
    const { data } = (await response.json()) as { data: { id: number }[] };
    if (!data[0]) throw new Error('The warehouse has named no products yet: let the demo run for a minute.');
    await open(page, `/products/${data[0].id}`);
  },
  'channel-products': (page) => open(page, '/settings/connectors/channel_advisor/products'),
  import: async (page) => {
    await open(page, '/import-export?of=raw_materials');
    await page.getByRole('link', { name: 'supplier-november.csv' }).click();
    await page.getByRole('heading', { name: 'Raw materials: import' }).waitFor();
  },
};

const shop = '/settings/connectors/ship_station';
const visitedLess: typeof waysTo = {
  connection: (page) => open(page, shop),
  'shipping-options': (page) => open(page, `${shop}/shipping-options`),
  'field-mappings': async (page) => {
    await open(page, `${shop}/field-mappings`);
    await page.getByLabel('Source field').selectOption('country');
    await page.getByRole('textbox', { name: 'Source value' }).fill('GB');
    await page.getByRole('combobox', { name: 'Amware field' }).selectOption('note');
    await page.getByRole('textbox', { name: 'Destination value' }).fill('Leave with a neighbour');
    await page.getByRole('button', { name: 'Try', exact: true }).click();
    await page.getByRole('columnheader', { name: 'Before' }).waitFor();
  },
  notifications: (page) => open(page, '/settings/notifications'),
  'purchase-orders': (page) => open(page, '/purchase-orders'),
  'purchase-order': async (page) => {
    await open(page, '/purchase-orders');
    const address = await page.getByRole('link', { name: 'PO-3' }).first().getAttribute('href');
    await open(page, address ?? '/purchase-orders');
  },
  team: (page) => open(page, '/settings/team'),
  audit: (page) => open(page, '/settings/audit'),
};

/** What super admins alone see. */
const ofSuperAdmins: typeof waysTo = { accounts: (page) => open(page, '/settings/super/accounts') };

/** A phone's scrollbar takes no room; a desk's is in the picture as it is on the screen. */
const devices = {
  '': { viewport: { width: 1440, height: 900 } },
  '-phone': { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
};
const schemes = { '': 'light', '-dark': 'dark' } as const;

try {
  await mkdir(folder, { recursive: true });
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--headless', '--no-sandbox'],
    ignoreDefaultArgs: ['--hide-scrollbars'],
  });
  if (values.every) {
    const widths = values.widths?.split(',').map(Number) ?? everyWidth;
    const schemes = everyScheme.filter((scheme) => (values.scheme ?? scheme) === scheme);
    const looks = schemes.flatMap((scheme) => widths.map((width) => ({ width, scheme })));
    const atFault = await photographEvery(browser, { origin, folder, only, looks }, enter).finally(() => browser.close());
    process.exitCode = atFault > 0 ? 1 : 0;
  } else await photographAll(browser).finally(() => browser.close());
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

async function photographAll(browser: Browser): Promise<void> {
  for (const [device, screen] of Object.entries(devices)) {
    for (const [scheme, colorScheme] of Object.entries(schemes)) {
      await photograph(browser, waysTo, { ...screen, colorScheme, deviceScaleFactor: 2 }, device + scheme);
      if ((device === '') !== (scheme === '')) continue;
      await photograph(browser, visitedLess, { ...screen, colorScheme }, device + scheme);
      await photograph(browser, ofSuperAdmins, { ...screen, colorScheme }, device + scheme, 'super');
    }
  }
}

async function photograph(
  browser: Browser,
  pages: typeof waysTo,
  screen: BrowserContextOptions,
  suffix: string,
  role: Role = 'account_admin',
): Promise<void> {
  const chosen = Object.entries(pages).filter(([name]) => only === undefined || only.includes(name));
  if (chosen.length === 0) return;
  const context = await browser.newContext({ baseURL: origin, reducedMotion: 'reduce', ...screen });
  const page = await context.newPage();
  await signIn(page, role);
  for (const [name, go] of chosen) {
    await go(page);
    const path = join(folder, `${name}${suffix}.png`);
    await page.screenshot({ path });
    console.log(path);
  }
  await context.close();
}

/** Who looks at a screen. Whoever acts as an account does so in the one that is empty. */
async function enter(page: Page, viewer: Viewer): Promise<void> {
  if (viewer === 'nobody') return;
  await signIn(page, viewer === 'acting' ? 'super' : viewer);
  if (viewer !== 'acting') return;
  const headers = { accept: 'application/json', origin };
  const { accounts } = (await (await page.request.get(`${origin}/api/accounts`, { headers })).json()) as {
    accounts: { id: number; name: string }[];
  };
  const data = { accountId: accounts.find(({ name }) => name === otherAccountName)?.id };
  const response = await page.request.post(`${origin}/api/accounts/act-as`, { data, headers });
  if (!response.ok()) throw new Error(`${origin} has no account that is empty (${response.status()}).`);
}

async function signIn(page: Page, as: Role): Promise<void> {
  const person = demoSignIns().find(({ role }) => role === as);
  const response = await page.request
    .post(`${origin}/api/auth/sign-in/email`, { data: { email: person?.email, password: person?.password }, headers: { origin } })
    .catch(() => {
      throw new Error(`Nothing answers at ${origin}: run npm start first, or say where it is with --at.`);
    });
  if (!response.ok()) throw new Error(`${origin} is no demo, or refuses its sign-ins (${response.status()}).`);
}

/** Opens an address and waits for its figures and fonts. Not for a quiet network: news of orders come as long as the page is open. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.locator('html[data-hydrated]').waitFor();
  await page.getByRole('status', { name: /^Loading/ }).waitFor({ state: 'detached' });
  await page.evaluate(() => document.fonts.ready);
}
