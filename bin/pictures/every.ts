import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type axe from 'axe-core';
import type { Browser, Page } from 'playwright';
import { faultsOfLayout } from '../../test/browser/laid-out.ts';
import { isOf, loaded, type Screen, type Viewer } from './screen.ts';
import { screens } from './screens.ts';
import { type Picture, sheetOf } from './sheet.ts';

export const everyWidth = [390, 768, 1024, 1440, 1920];
/** Where axe looks: nothing that it finds depends on the widths between. */
const lookedAt = new Set([390, 1440]);
export const everyScheme = ['light', 'dark'] as const;
/** As much of a long page as can be read in one picture. */
const tallest = 2_400;
const script = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

export type Look = { width: number; scheme: (typeof everyScheme)[number] };
export type Demo = { origin: string; folder: string; only: readonly string[] | undefined; looks: readonly Look[] };
type SignIn = (page: Page, viewer: Viewer) => Promise<void>;

/**
 * Opens every screen and dialog at each width, in light and dark, and writes a picture of each, and a sheet of all of one screen's. What is
 * wrong with one is printed: what could not be opened, what overlaps or leaves the page, and what axe finds. Returns how many are at fault.
 */
export async function photographEvery(browser: Browser, demo: Demo, signIn: SignIn): Promise<number> {
  await mkdir(demo.folder, { recursive: true });
  let atFault = 0;
  for (const viewer of new Set(screens.map(({ as }) => as))) {
    const looked = screens.filter(({ as, name }) => as === viewer && (!demo.only || demo.only.includes(name)));
    if (looked.length === 0) continue;
    const context = await browser.newContext({ baseURL: demo.origin, reducedMotion: 'reduce', bypassCSP: true });
    await signIn(await context.newPage(), viewer);
    for (const screen of looked) {
      const page = await context.newPage();
      const faults = await lookAt(page, screen, demo).catch((error: Error) => [`cannot be opened: ${error.message.split('\n')[0]}`]);
      for (const fault of faults) console.log(`${screen.name}: ${fault}`);
      if (faults.length > 0) atFault += 1;
      await page.close();
    }
    await context.close();
  }
  return atFault;
}

async function lookAt(page: Page, screen: Screen, { folder, looks }: Demo): Promise<string[]> {
  const faults = new Set<string>();
  page.setDefaultTimeout(15_000);
  await reach(page, screen);
  const { pathname } = new URL(page.url());
  if (!isOf(screen.page, pathname)) faults.add(`leads to ${pathname}`);
  const rows: Picture[][] = [];
  for (const scheme of everyScheme) {
    const row: Picture[] = [];
    for (const { width } of looks.filter((look) => look.scheme === scheme)) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize({ width, height: 900 });
      for (const fault of await settledFaults(page)) faults.add(`at ${width} px ${fault}`);
      if (lookedAt.has(width)) for (const fault of await violations(page)) faults.add(`at ${width} px in ${scheme} ${fault}`);
      const png = await pictureOf(page);
      await writeFile(join(folder, `${screen.name}-${width}-${scheme}.png`), png);
      row.push({ label: `${width} ${scheme}`, png });
    }
    if (row.length > 0) rows.push(row);
  }
  if (looks.length > 1) await writeFile(join(folder, `${screen.name}.png`), await sheetOf(rows));
  return [...faults];
}

async function reach(page: Page, { at, go }: Screen): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(at);
  await page.locator('html[data-hydrated], html:not(:has(script))').waitFor();
  await loaded(page);
  await go?.(page);
  await loaded(page);
  await drawAll(page);
  await page.evaluate(() => document.fonts.ready);
}

/** A chart is drawn once it is in sight. */
async function drawAll(page: Page): Promise<void> {
  for (const figure of await page.locator('main figure').all()) await figure.scrollIntoViewIfNeeded();
  await page.evaluate(() => scrollTo(0, 0));
  await loaded(page);
}

/** All of a page, and of a dialog as much as a window shows. */
async function pictureOf(page: Page): Promise<Buffer> {
  if (await page.getByRole('dialog').first().isVisible()) return page.screenshot();
  const { width, height } = await page.evaluate(() => ({ width: innerWidth, height: document.documentElement.scrollHeight }));
  return page.screenshot({ fullPage: true, clip: { x: 0, y: 0, width, height: Math.min(height, tallest) } });
}

/** Charts follow a new width in the next frames. */
async function settledFaults(page: Page): Promise<string[]> {
  for (let time = 0; time < 20; time++) if ((await faultsOfLayout(page)).length === 0) return [];
  return faultsOfLayout(page);
}

async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(script);
  const found = await page.evaluate(
    async () => (await (globalThis as unknown as { axe: typeof axe }).axe.run(document, { resultTypes: ['violations'] })).violations,
  );
  return found.map(({ id, help, nodes }) => `${id}: ${help} (${nodes[0]?.target.join(' ')})`);
}
