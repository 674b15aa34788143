import type { Locator } from 'playwright';

/**
 * Presses a key on a control once it can be used. A disabled button takes no key, and Playwright's own `press` does not wait for it as
 * `click` does: what is pressed too early is lost without a word.
 */
const pressWhenUsable = (key: string) => (control: Locator) =>
  control.and(control.page().locator(':not(:disabled, [aria-disabled="true"])')).press(key);

export const pressEnter = pressWhenUsable('Enter');
export const pressSpace = pressWhenUsable('Space');
