import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright';
import { expect } from 'vitest';

const schemes = ['light', 'dark'] as const;

/** Expects no axe violations on the page, in light and in dark. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.compatMode), 'without a doctype the page looks different').toBe('CSS1Compat');
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
    // In one go: there are no frames to gather results from, for which it would open a window each time.
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
    expect(violations.map(described), `in ${colorScheme}`).toEqual([]);
  }
}

function described({ id, help, nodes }: { id: string; help: string; nodes: { target: unknown[]; failureSummary?: string }[] }): string {
  return `${id}: ${help}\n${nodes.map(({ target, failureSummary }) => `  ${target.join(' ')}\n  ${failureSummary ?? ''}`).join('\n')}`;
}
