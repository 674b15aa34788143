import type { Locator, Page } from 'playwright';

/** What a walk took: presses of the pointer, or keys. Letters are keys too; by pointer they are all that is typed. */
export type Taken = { clicks: number; keys: number };

/** How the keyboard does it in another way than by Tab and Enter: one key that does it, or one that goes there step by step. */
export type Shortcut = { key: string } | { step: string };

/** A person at a page, who points and types, or who has keys alone. Whatever is done waits until it can be done, and is counted. */
export type Hand = {
  readonly page: Page;
  readonly taken: Taken;
  /** Presses a button, a link or an option. */
  press: (control: Locator, shortcut?: Shortcut) => Promise<void>;
  /** Ticks a box, or chooses one of several. */
  tick: (box: Locator, shortcut?: Shortcut) => Promise<void>;
  /** Types into a field in place of what is in it. */
  type: (field: Locator, words: string, shortcut?: Shortcut) => Promise<void>;
  /** Chooses from a list of a few. */
  choose: (select: Locator, option: string) => Promise<void>;
  /** Chooses from a list of many, after some words. */
  pick: (combobox: Locator, words: string, option: Locator) => Promise<void>;
  /** Hands over a file. */
  upload: (button: Locator, file: File) => Promise<void>;
  /** Opens a page: by the navigation, or by a few letters of its name. */
  open: (place: string, letters: string) => Promise<void>;
};
type File = { name: string; mimeType: string; buffer: Buffer };

/** A control once it can be used. */
export const usable = (control: Locator): Locator =>
  control.and(control.page().locator(':not(:disabled, [aria-disabled="true"], [data-loading])'));

export const hasFocus = (control: Locator): Promise<boolean> =>
  control.evaluate((element) => element === document.activeElement, undefined, { timeout: 90_000 });

/** Waits until a page has opened, and can be used. */
export async function opened(page: Page, heading: string | RegExp): Promise<void> {
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  await page.getByRole('status', { name: /^Loading/ }).waitFor({ state: 'detached' });
}
