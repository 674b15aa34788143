import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type axe from 'axe-core';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { misplacedPrimaries } from './primary-buttons.ts';

/** The short form, which a page reads in half the time. */
const script = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** The rules that a colour scheme can break; all others hold in both schemes, or in neither. */
const rulesOfColour = ['color-contrast', 'link-in-text-block'];

/** The address at which all of a page was looked at, with no dialog over it. */
const seen = new WeakMap<Page, string>();
/** Where dialogs are, and whatever else lies over a page. */
const overlays = '[data-portal="true"]';

/** What is looked at: all of a page; below a dialog once, since nobody can use it there. */
async function placeIn(page: Page): Promise<string | undefined> {
  const isCovered = (await page.locator(`${overlays} [aria-modal="true"]`).count()) > 0;
  if (!isCovered) seen.set(page, page.url());
  return isCovered && seen.get(page) === page.url() ? overlays : undefined;
}

/**
 * Nothing on this page as it stands that keeps a person from using it: every rule as it is shown now, those of colour in the other scheme,
 * too; no control is smaller than 24 px and has others near it; and primary buttons stand at their side.
 */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.compatMode), 'without a doctype the page looks different').toBe('CSS1Compat');
  const now = await page.locator('html').getAttribute('data-mantine-color-scheme');
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(script);
  const within = await placeIn(page);
  expect(await violations(page, { within }), `in ${now}`).toEqual([]);
  expect(await violations(page, { within: await placeOfTargets(page), runOnly: ['target-size'] })).toEqual([]);
  expect(await misplacedPrimaries(page)).toEqual([]);

  const other = now === 'dark' ? 'light' : 'dark';
  await page.emulateMedia({ colorScheme: other });
  await page.locator(`html[data-mantine-color-scheme="${other}"]`).waitFor();
  expect(await violations(page, { within, runOnly: rulesOfColour }), `in ${other}`).toEqual([]);
}

/** Below whatever lies over a page nothing can be pressed. The library leaves the size of targets out unless it is asked. */
async function placeOfTargets(page: Page): Promise<string | undefined> {
  if ((await page.locator(`${overlays} [role="dialog"]`).count()) > 0) return overlays;
  return (await page.locator(`${openMenu}:visible`).count()) > 0 ? openMenu : undefined;
}

const openMenu = '[role="menu"]';

/** Runs in the page, and returns only what is wrong: the list of all that is right takes longer to describe than to check. */
async function violations(page: Page, { within, runOnly }: { within: string | undefined; runOnly?: string[] }): Promise<string[]> {
  const options: axe.RunOptions = { resultTypes: ['violations'], ...(runOnly && { runOnly }) };
  const found = await page.evaluate(
    async ([place, options]) => (await (globalThis as unknown as { axe: typeof axe }).axe.run(place ?? document, options)).violations,
    [within, options] as const,
  );
  return found.map(described);
}

function described({ id, help, nodes }: axe.Result): string {
  return `${id}: ${help}\n${nodes.map(({ target, failureSummary }) => `  ${target.join(' ')}\n  ${failureSummary ?? ''}`).join('\n')}`;
}
