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

/** The address at which all of a page was looked at. */
const seen = new WeakMap<Page, string>();
/** Where dialogs are, and whatever else lies over a page. */
const overlays = '[data-portal="true"]';

/** What is looked at: all of a page; below a dialog once, since nobody can use it there. */
async function placeIn(page: Page): Promise<string | undefined> {
  const isCovered = (await page.locator(`${overlays} [aria-modal="true"]`).count()) > 0;
  const isSeen = seen.get(page) === page.url();
  seen.set(page, page.url());
  return isCovered && isSeen ? overlays : undefined;
}

/**
 * Nothing on this page as it stands that keeps a person from using it: every rule as it is shown now, those of colour in the other scheme,
 * too; no control is smaller than 24 px and has others near it; and primary buttons stand at their side.
 */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.compatMode), 'without a doctype the page looks different').toBe('CSS1Compat');
  const now = await page.locator('html').getAttribute('data-mantine-color-scheme');
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(script);
  const [within, ofTargets] = [await placeIn(page), await placeOfTargets(page)];
  // One look where both are the same: a second one takes as long again to find out what there is.
  const rules = { 'target-size': { enabled: within === ofTargets } };
  expect(await violations(page, within, { rules }), `in ${now}`).toEqual([]);
  if (within !== ofTargets) expect(await violations(page, ofTargets, { runOnly: ['target-size'] })).toEqual([]);
  expect(await misplacedPrimaries(page)).toEqual([]);

  const other = now === 'dark' ? 'light' : 'dark';
  await page.emulateMedia({ colorScheme: other });
  await page.locator(`html[data-mantine-color-scheme="${other}"]`).waitFor();
  expect(await violations(page, within, { runOnly: rulesOfColour }), `in ${other}`).toEqual([]);
}

/** Below whatever lies over a page nothing can be pressed. The library leaves the size of targets out unless it is asked. */
async function placeOfTargets(page: Page): Promise<string | undefined> {
  if ((await page.locator(`${overlays} [role="dialog"]`).count()) > 0) return overlays;
  return (await page.locator(`${openMenu}:visible`).count()) > 0 ? openMenu : undefined;
}

const openMenu = '[role="menu"]';

/**
 * Runs in the page, and returns only what is wrong: the list of all that is right takes longer to describe than to check. Of rows that
 * differ in nothing but their words two are looked at: a long list costs several times what all else on its page does.
 */
async function violations(page: Page, within: string | undefined, rules: axe.RunOptions): Promise<string[]> {
  // Styles are read before for the sake of media, which no page has.
  const options: axe.RunOptions = { resultTypes: ['violations'], preload: false, ...rules };
  const alike = await page.evaluateHandle(rowsLikeOthers);
  const found = await page.evaluate(
    async ([place, options, exclude]) => {
      const context = { include: place ? [[place]] : [document], exclude };
      return (await (globalThis as unknown as { axe: typeof axe }).axe.run(context, options)).violations;
    },
    [within, options, alike] as const,
  );
  await alike.dispose();
  return found.map(described);
}

/** The rows and entries below two others that have the same elements, classes, styles and states, and words and names in the same places. */
function rowsLikeOthers(): Element[] {
  const shapeOf = (element: Element) =>
    element.outerHTML
      .replace(/>[^<]+(?=<)/g, '>words')
      .replace(/ (?!class=|style=|role=|aria-(?!label|describedby|controls|owns))([\w-]+)="[^"]+"/g, ' $1="words"');
  const count = new Map<string, number>();
  return [...document.querySelectorAll('tr, li, [role="option"]')].filter((row) => {
    const shape = shapeOf(row);
    count.set(shape, (count.get(shape) ?? 0) + 1);
    return (count.get(shape) ?? 0) > 2;
  });
}

function described({ id, help, nodes }: axe.Result): string {
  return `${id}: ${help}\n${nodes.map(({ target, failureSummary }) => `  ${target.join(' ')}\n  ${failureSummary ?? ''}`).join('\n')}`;
}
