import type { Locator, Page } from 'playwright';
import { inTurn, type Step } from './screen.ts';

const main = (page: Page) => page.getByRole('main');

/** Presses the first button or link of that name in the page. */
export const button =
  (name: string | RegExp): Step =>
  (page) =>
    press(
      main(page)
        .getByRole('button', { name, exact: typeof name === 'string' })
        .first(),
    );

/** Presses the first that a selector finds in the page. */
export const the =
  (selector: string): Step =>
  (page) =>
    press(main(page).locator(selector).first());

/** Follows a link of the page. */
export const link =
  (name: string): Step =>
  async (page) => {
    const from = page.url();
    await main(page).getByRole('link', { name, exact: true }).first().click();
    await page.waitForURL((url) => url.href !== from);
  };

async function press(control: Locator): Promise<void> {
  await control.and(control.page().locator(':not(:disabled, [aria-disabled="true"])')).click();
}

export const dialog: Step = (page) => page.getByRole('dialog').first().waitFor();

/** A button of the page that opens a dialog. */
export const opens = (name: string | RegExp): Step => inTurn(button(name), dialog);

/** An entry of the menu that a button opens. */
export const fromMenu = (menu: string | RegExp, entry: string | RegExp): Step =>
  inTurn(button(menu), (page) => page.getByRole('menuitem', { name: entry }).first().click(), dialog);

/** A button within the dialog that is open. */
export const inDialog =
  (name: string | RegExp): Step =>
  (page) =>
    press(page.getByRole('dialog').first().getByRole('button', { name }).first());

/** Ticks the first row of a list. */
export const tick: Step = (page) => main(page).getByRole('checkbox').nth(1).check();

export const key =
  (keys: string): Step =>
  (page) =>
    page.keyboard.press(keys);

/** Chooses a file of these bytes. */
export const choose =
  (name: string, bytes: Buffer): Step =>
  (page) =>
    page.locator('input[type=file]').first().setInputFiles({ name, mimeType: 'text/csv', buffer: bytes });

/** What is requested at an address fails from now on. */
export const failing =
  (address: string): Step =>
  (page) =>
    page.route(address, (route) => route.abort(), { times: 3 });
