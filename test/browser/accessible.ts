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

/** Nothing on this page as it stands that keeps a person from using it: every rule as it is shown now, those of colour in the other scheme, too; and primary buttons at their side. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.compatMode), 'without a doctype the page looks different').toBe('CSS1Compat');
  const now = await page.locator('html').getAttribute('data-mantine-color-scheme');
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(script);
  expect(await violations(page), `in ${now}`).toEqual([]);
  expect(await misplacedPrimaries(page)).toEqual([]);

  const other = now === 'dark' ? 'light' : 'dark';
  await page.emulateMedia({ colorScheme: other });
  await page.locator(`html[data-mantine-color-scheme="${other}"]`).waitFor();
  expect(await violations(page, rulesOfColour), `in ${other}`).toEqual([]);
}

/** Runs in the page, and returns only what is wrong: the list of all that is right takes longer to describe than to check. */
async function violations(page: Page, runOnly?: string[]): Promise<string[]> {
  const found = await page.evaluate(
    async (options) => (await (globalThis as unknown as { axe: typeof axe }).axe.run(document, options)).violations,
    { resultTypes: ['violations'], ...(runOnly && { runOnly }) } satisfies axe.RunOptions,
  );
  return found.map(described);
}

function described({ id, help, nodes }: axe.Result): string {
  return `${id}: ${help}\n${nodes.map(({ target, failureSummary }) => `  ${target.join(' ')}\n  ${failureSummary ?? ''}`).join('\n')}`;
}
