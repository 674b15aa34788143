import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type axe from 'axe-core';
import type { Browser, Page } from 'playwright';
import type { Role } from '../../platform/signed-in.ts';
import { faultsOfLayout } from '../../test/browser/laid-out.ts';
import { type Screen, screens } from './screens.ts';
import { type Picture, sheetOf } from './sheet.ts';

const widths = [390, 768, 1024, 1440, 1920];
/** Where axe looks: nothing that it finds depends on the widths between. */
const lookedAt = new Set([390, 1440]);
const schemes = ['light', 'dark'] as const;
const script = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

export type Demo = { origin: string; folder: string; only: readonly string[] | undefined };
type SignIn = (page: Page, role: Role) => Promise<void>;

/**
 * Opens every screen and dialog at each width, in light and dark, and writes a sheet of each. What is wrong with one is printed: what could
 * not be opened, what overlaps or leaves the page, and what axe finds. Returns how many are at fault.
 */
export async function photographEvery(browser: Browser, { origin, folder, only }: Demo, signIn: SignIn): Promise<number> {
  await mkdir(folder, { recursive: true });
  let atFault = 0;
  for (const role of new Set(screens.map(({ as }) => as))) {
    const context = await browser.newContext({ baseURL: origin, reducedMotion: 'reduce', bypassCSP: true });
    const page = await context.newPage();
    if (role) await signIn(page, role);
    for (const screen of screens.filter(({ as, name }) => as === role && (!only || only.includes(name)))) {
      const faults = await lookAt(page, screen, folder).catch((error: Error) => [`cannot be opened: ${error.message.split('\n')[0]}`]);
      for (const fault of faults) console.log(`${screen.name}: ${fault}`);
      if (faults.length > 0) atFault += 1;
    }
    await context.close();
  }
  return atFault;
}

async function lookAt(page: Page, { name, at, go }: Screen, folder: string): Promise<string[]> {
  const faults = new Set<string>();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(at);
  await page.locator('html[data-hydrated], html:not(:has(script))').waitFor();
  page.setDefaultTimeout(15_000);
  await go?.(page);
  await page.getByRole('status', { name: /^Loading/ }).waitFor({ state: 'detached' });
  await page.evaluate(() => document.fonts.ready);
  const rows: Picture[][] = [];
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
    const row: Picture[] = [];
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      if (colorScheme === 'light') for (const fault of await settledFaults(page)) faults.add(`at ${width} px ${fault}`);
      if (lookedAt.has(width)) for (const fault of await violations(page)) faults.add(`at ${width} px in ${colorScheme} ${fault}`);
      row.push({ label: `${width} ${colorScheme}`, png: await page.screenshot() });
    }
    rows.push(row);
  }
  await writeFile(join(folder, `${name}.png`), await sheetOf(rows));
  return [...faults];
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
