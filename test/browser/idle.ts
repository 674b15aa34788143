import type { Locator } from 'playwright';

/** The button once it has ended its work: while it works it ignores what is pressed, also when its failure is on the screen already. */
export const idle = (button: Locator): Locator => button.and(button.page().locator(':not([data-loading])'));
