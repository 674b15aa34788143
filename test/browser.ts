import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page, type Response } from 'playwright';
import { afterEach } from 'vitest';
import { findChromium } from '../bin/test/chromium.ts';
import { type Trouble, watchTrouble } from './browser/trouble.ts';
import { giveBack, pagesOf, takeContext } from './browser/windows.ts';
import type { TestProduct } from './product.ts';

export type Visit = {
  /** The e-mail of the signed-in person; signed out without it. */
  as?: string;
  phone?: boolean;
  dark?: boolean;
  /** Without JavaScript. */
  plain?: boolean;
  /** The scripts of other pages are fetched while the browser is idle, as it is for people; it doubles what opening a page costs. */
  ahead?: boolean;
  /** What is done with the window before it opens the path. */
  before?: (page: Page) => Promise<void>;
  /** Errors in the console that this test is about, such as the failed request that it causes. */
  expected?: RegExp[];
};

export type TestBrowser = {
  /** Opens a path of the product in its own window, which is closed after the test. The page can be used then, as after its `goto` and `reload`. */
  visit: (path: string, visit?: Visit) => Promise<Page>;
};

/** Without a screen, and without Chromium's own network traffic. */
const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // The windows of a context share one process: a fresh one costs as much as to show a page.
  '--disable-site-isolation-trials',
  '--renderer-process-limit=1',
  // To optimise what a page runs for a second costs more than it saves, an eighth of all that a page does; and what pages before it have
  // compiled is kept for good. Not where that is measured.
  ...(process.env.WALK_TIMES ? [] : ['--js-flags=--no-turbofan,--no-maglev,--no-flush-bytecode,--no-isolate-script-cache-ageing']),
];

/**
 * How many times slower than this machine the pages run: `BROWSER_SLOWDOWN=6 npm test` finds the tests that pass only because the
 * browser is quicker than they are.
 */
const slowdown = Number(process.env.BROWSER_SLOWDOWN ?? 1);

let started: Promise<Browser> | undefined;

/** One for all the test files that a process of the test runner runs. It ends with that process. */
function sharedBrowser(): Promise<Browser> {
  started ??= chromium.launch({ executablePath: findChromium(), args: flags });
  return started;
}

/** Windows for this test file. A test fails on any error in the console, uncaught exception or violation of the content security policy. Its people are in London, or in the given zone. */
export function testBrowser(product: Pick<TestProduct, 'origin' | 'cookieOf'>, { timezone = 'Europe/London' } = {}): TestBrowser {
  const windows: { context: BrowserContext; trouble: Trouble }[] = [];
  afterEach(async ({ task }) => {
    const closing = windows.splice(0);
    if (task.result?.state === 'fail')
      await photograph(
        closing.flatMap(({ context }) => pagesOf(context)),
        task.name,
      );
    await Promise.all(closing.map(({ context }) => giveBack(context)));
    const found = closing.flatMap(({ trouble }) => trouble.found());
    if (found.length > 0) throw new Error(`The browser complained:\n${found.join('\n')}`);
  });
  return {
    async visit(path, { as, phone = false, dark = false, plain = false, ahead = false, before, expected = [] } = {}) {
      const open = () => openContext({ baseURL: product.origin, javaScriptEnabled: !plain, timezoneId: timezone });
      const context = await (plain || ahead ? open() : takeContext({ origin: product.origin, timezone }, open));
      windows.push({ context, trouble: watchTrouble(context, expected) });
      if (as) await context.addCookies([{ ...pair(await product.cookieOf(as)), url: product.origin, httpOnly: true, sameSite: 'Lax' }]);
      // A window may be closed before it is slow.
      if (slowdown > 1) context.on('page', (opened) => void slowDown(opened).catch(() => undefined));
      const page = plain ? await context.newPage() : untilUsable(await context.newPage());
      if (phone) await page.setViewportSize({ width: 390, height: 844 });
      if (dark) await page.emulateMedia({ colorScheme: 'dark' });
      if (!ahead) await saveData(page);
      await before?.(page);
      await page.goto(path);
      return page;
    },
  };
}

async function openContext(options: BrowserContextOptions): Promise<BrowserContext> {
  const browser = await sharedBrowser();
  const usual = { viewport: { width: 1280, height: 800 }, colorScheme: 'light', reducedMotion: 'reduce', locale: 'en-GB' } as const;
  const context = await browser.newContext({ ...usual, ...options });
  context.setDefaultTimeout(90_000);
  return context;
}

/** Opening a page ends when it hears keys and clicks: what is pressed before that is lost. */
function untilUsable(page: Page): Page {
  const { goto, reload } = page;
  const usable = async (response: Response | null) => {
    await page.waitForFunction(() => !('__reactRouterContext' in globalThis) || document.documentElement.hasAttribute('data-hydrated'));
    return response;
  };
  page.goto = (...given) => goto.apply(page, given).then(usable);
  page.reload = (...given) => reload.apply(page, given).then(usable);
  return page;
}

/** The browser asks for as little data as there can be. */
async function saveData(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setDataSaverOverride', { dataSaverEnabled: true });
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
}

/** Screenshots of a failed test. */
async function photograph(pages: Page[], name: string): Promise<void> {
  for (const [index, page] of pages.entries()) {
    await page.screenshot({ path: `.data/screenshots/${name.replace(/\W+/g, '-').slice(0, 80)}-${index}.png` }).catch(() => undefined);
  }
}

function pair(header: string): { name: string; value: string } {
  const at = header.indexOf('=');
  return { name: header.slice(0, at), value: header.slice(at + 1) };
}
