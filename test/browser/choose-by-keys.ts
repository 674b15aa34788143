import type { Page } from 'playwright';

/**
 * Walks a focused select down to an option by the arrow keys. Typing its name would do too, but not on a slow machine: a browser
 * takes letters that come a second apart for the beginnings of other names.
 * @throws when there is no such option below the chosen one.
 */
export async function chooseByKeys(page: Page, option: string): Promise<void> {
  for (let steps = await stepsByKeys(page, option); steps > 0; steps--) await page.keyboard.press('ArrowDown');
}

/** How many times the arrow down is pressed in a focused select until an option is chosen. @throws when it does not stand below the chosen one. */
export async function stepsByKeys(page: Page, option: string): Promise<number> {
  const steps = await page.evaluate((name) => {
    const select = document.activeElement;
    if (!(select instanceof HTMLSelectElement)) return 0;
    const below = [...select.options].slice(select.selectedIndex + 1).filter((each) => !each.disabled && !each.hidden);
    return below.findIndex((each) => each.text === name) + 1;
  }, option);
  if (steps === 0) throw new Error(`No option ${option} stands below the chosen one of a focused select.`);
  return steps;
}
